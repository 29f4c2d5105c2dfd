import EditorServing
import ExchangeCommands
import ProgramCommands
import ReferencePages
package import SheafCommands
import SiteCommands
import VaultQueries
import WebChecks

/// The one list: an extension is its import and its word here. `make core` builds the program with an empty one.
package let extensions: [Program.Part] = [
  .exchange, .site, .languageServer, .programs, .reference, .vaultQueries, .webChecks,
]
