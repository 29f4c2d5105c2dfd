-- Drives `sheaf lsp` with Neovim's own client: nvim --headless -u NONE -l/-S neovim.lua
-- SHEAF: the program; NOTES: the repository; OUT: where the findings are written.
local root, out = vim.env.NOTES, io.open(vim.env.OUT, "w")
local function say(name, value) out:write(name .. ": " .. tostring(value) .. "\n"); out:flush() end
local function fail(err) say("error", err); out:close(); vim.cmd("cquit") end

local function main()
  local client = vim.lsp.start_client({ name = "sheaf", cmd = { vim.env.SHEAF, "lsp" }, root_dir = root,
    -- Neovim 0.7 sends what was typed in other buffers only after a pause.
    flags = { debounce_text_changes = 0 },
    workspace_folders = { { uri = vim.uri_from_fname(root), name = "notes" } } })
  local function open(path)
    vim.cmd("edit " .. vim.fn.fnameescape(root .. "/" .. path))
    local buffer = vim.api.nvim_get_current_buf()
    vim.bo[buffer].filetype = "markdown"
    vim.lsp.buf_attach_client(buffer, client)
    return buffer
  end
  vim.o.hidden = true
  local plan, links = open("plan.md"), open("links.md")
  vim.wait(20000, function() return vim.lsp.buf_is_attached(links, client) and vim.lsp.get_client_by_id(client).initialized end, 20)
  local server = vim.lsp.get_client_by_id(client)
  local encoding = server.offset_encoding
  local function ask(buffer, method, params)
    local answer, err = server.request_sync(method, params, 20000, buffer)
    if err then fail(method .. " " .. err) end
    if answer.err then fail(method .. " " .. vim.inspect(answer.err)) end
    return answer.result
  end
  local function at(buffer, line, character, more)
    return vim.tbl_extend("force", { textDocument = { uri = vim.uri_from_bufnr(buffer) },
      position = { line = line, character = character } }, more or {})
  end
  -- Two buffers that are changed and not saved.
  vim.api.nvim_buf_set_lines(plan, 0, -1, false, { "# 계획 😀", "", "## Next" })
  vim.api.nvim_buf_set_lines(links, 0, -1, false, { "😀 [[plan#Next]]을 보라", "", "* one", "", "[[nowhere]]", "", "[[pl" })
  local place = ask(links, "textDocument/definition", at(links, 0, 6))[1]
  say("definition", vim.fn.fnamemodify(vim.uri_to_fname(place.uri), ":t") .. " " .. place.range.start.line)
  local items
  vim.wait(20000, function()
    items = ask(links, "textDocument/completion", at(links, 6, 4)).items
    return #items > 1
  end, 100)
  say("completion", items[1].label .. " " .. items[1].textEdit.newText)
  vim.wait(20000, function() return #vim.diagnostic.get(links) > 0 end, 20)
  say("diagnostics", vim.diagnostic.get(links)[1].message)
  local edit = ask(plan, "textDocument/rename", at(plan, 0, 3, { newName = "지도" }))
  vim.lsp.util.apply_workspace_edit(edit, encoding)
  say("rename", vim.api.nvim_buf_get_lines(links, 0, 1, false)[1])
  say("renamed file", vim.fn.filereadable(root .. "/지도.md") == 1 or vim.fn.bufexists(root .. "/지도.md") == 1)
  local renamed = vim.fn.bufnr(root .. "/지도.md")
  vim.fn.bufload(renamed)
  say("renamed text", vim.api.nvim_buf_get_lines(renamed, 0, 1, false)[1])
  local moves = ask(links, "workspace/willRenameFiles", { files = { {
    oldUri = vim.uri_from_fname(root .. "/other.md"), newUri = vim.uri_from_fname(root .. "/sub/other.md") } } })
  say("moves", #moves.documentChanges)
  local edits = ask(links, "textDocument/formatting", { textDocument = { uri = vim.uri_from_bufnr(links) },
    options = { tabSize = 2, insertSpaces = true } })
  vim.lsp.util.apply_text_edits(edits, links, encoding)
  say("formatting", vim.api.nvim_buf_get_lines(links, 2, 3, false)[1])
  vim.lsp.stop_client(client)
  say("stopped", vim.wait(20000, function() return vim.lsp.client_is_stopped(client) end, 20))
  out:close()
  vim.cmd("qall!")
end

local ok, err = pcall(main)
if not ok then fail(err) end
