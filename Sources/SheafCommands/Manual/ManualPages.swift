import ArgumentParser
import NoteModel
import NoteRepository
import Wording

/// The manual pages, made from the declarations that the program itself runs on.
package enum ManualPages {
  /// Every page by its file name: `sheaf.1`, `sheaf-list.1`, `sheaf-config.5` ….
  package static func all() -> [(name: String, text: String)] {
    var pages = [("sheaf.1", overview())]
    for group in CommandGroup.all {
      for command in group.subcommands {
        pages.append(("sheaf-\(command._commandName).1", page(command)))
      }
    }
    pages.append(("sheaf-config.5", configuration()))
    pages.append(("sheaf-note.5", fields()))
    pages += ManualTexts.pages.map { ($0.name, head($0.title, $0.section) + $0.text) }
    return pages.map { ($0.0, Mdoc.wrapped($0.1)) }
  }

  static func head(_ title: String, _ section: Int) -> String {
    """
    .Dd November 21, 2026
    .Dt \(title.uppercased()) \(section)
    .Os

    """
  }

  private static func overview() -> String {
    var text = head("sheaf", 1)
    text += """
      .Sh NAME
      .Nm sheaf
      .Nd notes, a diary and tasks as Markdown files in a folder
      .Sh SYNOPSIS
      .Nm
      .Op Ar global-options
      .Ar command
      .Op Ar arguments
      .Sh DESCRIPTION
      .Nm
      works on a folder of Markdown files with front matter, which is its repository.
      The files are the truth: any editor may change them, and deleting everything that
      .Nm
      adds loses nothing but speed.
      .Pp
      A note is identified by its path, its title, an alias, its file name, the beginning of its id,
      a day such as
      .Ql today
      for the diary,
      .Ql @
      for the note used last, or a row number of the last listing.

      """
    for group in CommandGroup.all {
      text += ".Ss \(Mdoc.escaped(group.name))\n.Bl -tag -width Ds\n"
      for command in group.subcommands {
        text += ".It Xr sheaf-\(command._commandName) 1\n"
        text += Mdoc.paragraph(command.configuration.abstract)
      }
      text += ".El\n"
    }
    text +=
      ".Sh OPTIONS\nThese may come before or after the command;\n.Fl C\nonly before.\n.Bl -tag -width Ds\n"
    for option in GlobalOptions.catalogue {
      text += Mdoc.item(option.names, value: option.placeholder)
      text += Mdoc.paragraph(option.help.english)
    }
    return text + ".El\n" + ManualTexts.overviewEnd
  }

  private static func page(_ command: any ParsableCommand.Type) -> String {
    let name = "sheaf-" + command._commandName
    var text = head(name, 1)
    text += ".Sh NAME\n.Nm \(name)\n.Nd \(Mdoc.description(command.configuration.abstract))\n"
    let arguments = CommandArguments(command)
    text += ".Sh SYNOPSIS\n.Nm sheaf \(command._commandName)\n" + arguments.synopsis
    text += ".Sh DESCRIPTION\n" + Mdoc.paragraph(command.configuration.abstract)
    text += Mdoc.discussion(command.configuration.discussion)
    text += arguments.options
    text += subcommands(of: command)
    text += ".Sh EXIT STATUS\nSee\n.Xr sheaf 1 .\n.Sh SEE ALSO\n.Xr sheaf 1\n"
    return text
  }

  private static func subcommands(of command: any ParsableCommand.Type) -> String {
    command.configuration.subcommands.map { subcommand in
      let name = "sheaf \(command._commandName) \(subcommand._commandName)"
      let arguments = CommandArguments(subcommand)
      return ".Ss \(name)\n.Nm \(name)\n" + arguments.synopsis
        + ".Pp\n" + Mdoc.paragraph(subcommand.configuration.abstract)
        + Mdoc.discussion(subcommand.configuration.discussion) + arguments.options
    }.joined()
  }

  private static func configuration() -> String {
    var text = head("sheaf-config", 5)
    text += """
      .Sh NAME
      .Nm sheaf-config
      .Nd settings of Sheaf
      .Sh DESCRIPTION
      Settings are read in this order, and later ones win: the defaults,
      .Pa $XDG_CONFIG_HOME/sheaf/config.yaml ,
      the repository's
      .Pa .sheaf/config.yaml ,
      the environment, the options of the command.
      .Ql sheaf config
      shows every value and where it is set.
      .Bl -tag -width Ds

      """
    for key in ConfigurationCatalogue.keys {
      text += ".It Ic \(key.name)\n" + Mdoc.paragraph(key.summary.english)
      if key.needsTrust {
        text += "Read from a repository only after\n.Ql sheaf config trust .\n"
      }
      text += "Default:\n.Ql \(Mdoc.escaped(key.defaultValue.description)) .\n"
      text += "In the environment:\n.Ev \(key.environmentVariable) .\n"
    }
    return text + ".El\n" + DayPatternManual.section + ".Sh SEE ALSO\n.Xr sheaf 1\n"
  }

  private static func fields() -> String {
    var text = head("sheaf-note", 5)
    text += ManualTexts.noteStart + ".Bl -tag -width Ds\n"
    for field in FieldCatalogue.fields {
      text += ".It Ic \(field.key)\n" + Mdoc.paragraph(field.summary.english)
      if !field.alsoRead.isEmpty {
        text += "Also read:\n.Ic \(field.alsoRead.joined(separator: " , ")) .\n"
      }
    }
    return text + ".El\n" + ManualTexts.noteEnd
  }
}

extension GlobalOption {
  fileprivate var placeholder: String? {
    if case .value(let name, _) = effect { name } else { nil }
  }
}
