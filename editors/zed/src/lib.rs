use zed_extension_api::{self as zed, settings::LspSettings, Command, LanguageServerId, Result, Worktree};

struct Sheaf;

impl zed::Extension for Sheaf {
    fn new() -> Self {
        Sheaf
    }

    /// The program of the user's settings, else the one on the path.
    fn language_server_command(&mut self, _: &LanguageServerId, worktree: &Worktree) -> Result<Command> {
        let binary = LspSettings::for_worktree("sheaf", worktree).ok().and_then(|settings| settings.binary);
        let command = binary
            .as_ref()
            .and_then(|binary| binary.path.clone())
            .or_else(|| worktree.which("sheaf"))
            .ok_or("“sheaf” is not on the path")?;
        let arguments = binary.and_then(|binary| binary.arguments);
        Ok(Command { command, args: arguments.unwrap_or_else(|| vec!["lsp".into()]), env: worktree.shell_env() })
    }
}

zed::register_extension!(Sheaf);
