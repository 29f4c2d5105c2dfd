import ArgumentParser

/// An editor for which `sheaf lsp --setup` prints the lines to paste.
enum EditorSetup: String, CaseIterable, ExpressibleByArgument {
  case nvim, emacs, helix, vscode, kakoune, sublime, zed

  static let names = allCases.map(\.rawValue).joined(separator: ", ")

  /// Where the lines belong, as a comment, and the lines.
  var text: String {
    switch self {
    case .nvim:
      """
      -- ~/.config/nvim/init.lua
      vim.api.nvim_create_autocmd("FileType", {
        pattern = "markdown",
        callback = function(event)
          local marker = vim.fs and vim.fs.find(".sheaf", { upward = true, path = vim.api.nvim_buf_get_name(event.buf) })[1]
          local root = marker and vim.fs.dirname(marker) or vim.fn.getcwd()
          if vim.lsp.start then
            vim.lsp.start({ name = "sheaf", cmd = { "sheaf", "lsp" }, root_dir = root })
          else
            -- Neovim 0.7 and before.
            vim.g.sheaf_client = vim.g.sheaf_client
              or vim.lsp.start_client({ name = "sheaf", cmd = { "sheaf", "lsp" }, root_dir = root })
            vim.lsp.buf_attach_client(event.buf, vim.g.sheaf_client)
          end
        end,
      })

      """
    case .emacs:
      """
      ;; ~/.emacs.d/init.el
      (with-eval-after-load 'eglot
        (add-to-list 'eglot-server-programs '((markdown-mode gfm-mode) . ("sheaf" "lsp"))))
      (add-hook 'markdown-mode-hook #'eglot-ensure)

      """
    case .helix:
      """
      # ~/.config/helix/languages.toml
      [language-server.sheaf]
      command = "sheaf"
      args = ["lsp"]

      [[language]]
      name = "markdown"
      language-servers = ["sheaf"]
      roots = [".sheaf"]

      """
    case .vscode:
      """
      // settings.json, with the extension "Generic LSP Client" (zsol.vscode-glspc)
      {
        "glspc.server.command": "sheaf",
        "glspc.server.commandArguments": ["lsp"],
        "glspc.server.languageId": ["markdown"]
      }

      """
    case .kakoune:
      """
      # ~/.config/kak-lsp/kak-lsp.toml
      [language_server.sheaf]
      filetypes = ["markdown"]
      roots = [".sheaf", ".git"]
      command = "sheaf"
      args = ["lsp"]

      """
    case .sublime:
      """
      // LSP.sublime-settings, with the package "LSP"
      {
        "clients": {
          "sheaf": {
            "enabled": true,
            "command": ["sheaf", "lsp"],
            "selector": "text.html.markdown"
          }
        }
      }

      """
    case .zed:
      """
      // settings.json, with an extension that declares a language server named "sheaf" for Markdown
      {
        "lsp": {
          "sheaf": { "binary": { "path": "sheaf", "arguments": ["lsp"] } }
        },
        "languages": {
          "Markdown": { "language_servers": ["sheaf", "..."] }
        }
      }

      """
    }
  }
}
