import NoteSyntax

extension BlockOutline {
  /// Takes the outline from cmark's tree.
  package init(_ tree: borrowing MarkdownTree) {
    var builder = OutlineBuilder()
    tree.walkBlocks { node, isEntering in builder.visit(node, isEntering) }
    self = builder.outline
  }
}

private struct OutlineBuilder {
  var outline = BlockOutline()
  private var openContainers: [Int] = []
  /// The lists that are open, each with the number of leaves at the start of its present item.
  private var openLists: [Int] = []
  private var leavesAtStart: [Int] = []
  /// For each depth, the last list, if nothing follows it yet.
  private var previousList: [Int?] = [nil]
  private var footnoteDepth = 0

  mutating func visit(_ node: MarkdownNode, _ isEntering: Bool) {
    let kind = node.kind
    if kind == .footnoteDefinition {
      footnoteDepth += isEntering ? 1 : -1
      if isEntering, footnoteDepth == 1 { addOpaque(node) }
      return
    }
    guard footnoteDepth == 0 else { return }
    switch kind {
    case .document: break
    case .blockQuote: isEntering ? openQuote(node) : closeContainer(node)
    case .item: isEntering ? openItem(node) : closeContainer(node)
    case .list: isEntering ? openList(node) : closeList()
    default:
      if isEntering, let leaf = leafKind(kind, node) { addLeaf(leaf, node) }
    }
  }

  private func leafKind(_ kind: MarkdownNode.Kind, _ node: MarkdownNode) -> BlockOutline.Leaf.Kind? {
    switch kind {
    case .paragraph: .paragraph
    case .heading: .heading(level: node.headingLevel)
    case .codeBlock: .code(lineCount: node.literalLineCount)
    case .htmlBlock: .html(lineCount: node.literalLineCount)
    case .thematicBreak: .thematicBreak
    case .table: .table(alignments: node.columnAlignments)
    default: nil
    }
  }

  private var isAtRoot: Bool { openContainers.isEmpty && openLists.isEmpty }

  private mutating func beginRoot(_ node: MarkdownNode) {
    guard isAtRoot else { return }
    outline.roots.append(
      BlockOutline.Root(
        firstLine: node.startLine - 1, lastLine: max(node.startLine, node.endLine) - 1,
        leaves: outline.leaves.count..<outline.leaves.count,
        containers: outline.containers.count..<outline.containers.count))
  }

  private mutating func endRoot() {
    guard isAtRoot, let last = outline.roots.indices.last else { return }
    let root = outline.roots[last]
    outline.roots[last].leaves = root.leaves.lowerBound..<outline.leaves.count
    outline.roots[last].containers = root.containers.lowerBound..<outline.containers.count
  }

  private mutating func addOpaque(_ node: MarkdownNode) {
    outline.roots.append(
      BlockOutline.Root(
        firstLine: node.startLine - 1, lastLine: max(node.startLine, node.endLine) - 1,
        leaves: 0..<0, containers: 0..<0, isOpaque: true))
  }

  private mutating func addLeaf(_ kind: BlockOutline.Leaf.Kind, _ node: MarkdownNode) {
    beginRoot(node)
    previousList[previousList.count - 1] = nil
    outline.leaves.append(
      BlockOutline.Leaf(
        kind: kind, firstLine: node.startLine - 1,
        lastLine: max(node.startLine, node.endLine) - 1, container: openContainers.last))
    endRoot()
  }

  private mutating func openQuote(_ node: MarkdownNode) {
    beginRoot(node)
    open(.quote, node, list: -1, ordinal: 0)
  }

  private mutating func openItem(_ node: MarkdownNode) {
    guard let list = openLists.last else { return }
    open(.item, node, list: list, ordinal: outline.lists[list].count)
    outline.lists[list].count += 1
  }

  private mutating func open(_ kind: BlockOutline.Container.Kind, _ node: MarkdownNode, list: Int, ordinal: Int) {
    previousList[previousList.count - 1] = nil
    let parent = openContainers.last
    openContainers.append(outline.containers.count)
    outline.containers.append(
      BlockOutline.Container(
        kind: kind, parent: parent, chain: openContainers, firstLine: node.startLine - 1, list: list, ordinal: ordinal))
    leavesAtStart.append(outline.leaves.count)
    previousList.append(nil)
  }

  /// Closes a container. If it has no leaf, an empty one is added, so that the container is written.
  private mutating func closeContainer(_ node: MarkdownNode) {
    guard let container = openContainers.last, let before = leavesAtStart.popLast() else { return }
    if outline.leaves.count == before {
      let line = node.startLine - 1
      outline.leaves.append(BlockOutline.Leaf(kind: .empty, firstLine: line, lastLine: line, container: container))
    }
    openContainers.removeLast()
    previousList.removeLast()
    endRoot()
  }

  private mutating func openList(_ node: MarkdownNode) {
    beginRoot(node)
    var isAlternate = false
    if let previous = previousList[previousList.count - 1], !node.isOrderedList, !outline.lists[previous].isOrdered {
      isAlternate = !outline.lists[previous].isAlternate
    }
    outline.lists.append(
      BlockOutline.List(isOrdered: node.isOrderedList, isTight: node.isTightList, isAlternate: isAlternate))
    openLists.append(outline.lists.count - 1)
  }

  private mutating func closeList() {
    guard let list = openLists.popLast() else { return }
    previousList[previousList.count - 1] = list
    endRoot()
  }
}
