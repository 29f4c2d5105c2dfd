import ArgumentParser

/// An editor for which `sheaf lsp --setup` prints the lines to paste.
enum EditorSetup: String, CaseIterable, ExpressibleByArgument {
  case nvim, emacs, helix, vscode, kakoune, sublime, zed

  static let names = allCases.map(\.rawValue).joined(separator: ", ")

  /// The lines to paste, below a comment that names the file they belong in.
  var text: String {
    switch self {
    case .nvim:
      """
      -- ~/.config/nvim/init.lua, for 0.7 and later
      local sheaf_clients = {}
      vim.api.nvim_create_autocmd("FileType", {
        pattern = "markdown",
        callback = function(event)
          local file = vim.api.nvim_buf_get_name(event.buf)
          if file == "" or vim.bo[event.buf].buftype ~= "" then return end
          local root = vim.fn.fnamemodify(file, ":p:h")
          for _, name in ipairs({ ".sheaf", ".obsidian", ".zk", ".iwe", ".git" }) do
            local found = vim.fn.finddir(name, root .. ";")
            if found ~= "" then
              root = vim.fn.fnamemodify(found, ":p:h:h")
              break
            end
          end
          local config = {
            name = "sheaf",
            cmd = { "sheaf", "lsp" },
            root_dir = root,
            on_attach = function(_, buffer)
              vim.bo[buffer].omnifunc = "v:lua.vim.lsp.omnifunc" -- Ctrl-X Ctrl-O
              local function map(keys, run) vim.keymap.set("n", keys, run, { buffer = buffer }) end
              map("gd", vim.lsp.buf.definition)
              map("K", vim.lsp.buf.hover)
              map("grr", vim.lsp.buf.references)
              map("grn", vim.lsp.buf.rename)
              map("gra", vim.lsp.buf.code_action)
              map("gO", vim.lsp.buf.document_symbol)
            end,
          }
          if vim.lsp.start then
            vim.lsp.start(config)
          else
            sheaf_clients[root] = sheaf_clients[root] or vim.lsp.start_client(config)
            vim.lsp.buf_attach_client(event.buf, sheaf_clients[root])
          end
        end,
      })

      """
    case .emacs:
      """
      ;; ~/.emacs.d/init.el, with the package markdown-mode (before Emacs 29 also eglot):
      ;; M-x package-install RET markdown-mode RET
      (with-eval-after-load 'eglot
        (add-to-list 'eglot-server-programs
                     '((markdown-mode gfm-mode markdown-ts-mode) . ("sheaf" "lsp"))))
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
      make vsix   # in the source folder of Sheaf; of its own files, without a download
      code --install-extension sheaf.vsix

      """
    case .kakoune:
      """
      # ~/.config/kak/kakrc, with kakoune-lsp 17 or later
      eval %sh{kak-lsp}
      hook -group lsp-filetype-markdown global BufSetOption filetype=markdown %{
        set-option buffer lsp_servers %{
          [sheaf]
          root_globs = [".sheaf", ".obsidian", ".zk", ".git"]
          command = "sheaf"
          args = ["lsp"]
        }
      }
      hook global WinSetOption filetype=markdown %{ lsp-enable-window }

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
      // settings.json, with the extension in editors/zed of the source ("zed: install dev extension")
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
