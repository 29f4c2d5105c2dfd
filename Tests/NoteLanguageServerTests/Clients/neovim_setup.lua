-- The lines of `sheaf lsp --setup nvim` as the configuration: nvim --headless -u init.lua -S neovim_setup.lua
local root, out = vim.env.NOTES, io.open(vim.env.OUT, "w")
local function say(name, value) out:write(name .. ": " .. tostring(value) .. "\n"); out:flush() end

local function main()
  vim.cmd("filetype on")
  for _, name in ipairs({ "plan.md", "links.md" }) do vim.cmd("edit " .. vim.fn.fnameescape(root .. "/" .. name)) end
  vim.wait(20000, function()
    local clients = vim.lsp.buf_get_clients(0)
    return next(clients) ~= nil and clients[next(clients)].initialized and vim.bo.omnifunc ~= ""
  end, 20)
  local clients = vim.lsp.buf_get_clients(0)
  say("omnifunc", vim.bo.omnifunc)
  local function has(keys) return tostring(vim.fn.maparg(keys, "n") ~= "" or vim.fn.maparg(keys, "n", false, true).buffer == 1) end
  say("keys", has("gd") .. " " .. has("grn") .. " " .. has("gra"))
  local count = 0
  for _ in pairs(vim.lsp.get_active_clients()) do count = count + 1 end
  say("clients", count)
  local client = clients[next(clients)]
  local answer = client.request_sync("textDocument/definition", {
    textDocument = { uri = vim.uri_from_bufnr(0) }, position = { line = 0, character = 3 } }, 20000, 0)
  say("definition", vim.fn.fnamemodify(vim.uri_to_fname(answer.result[1].uri), ":t"))
  out:close()
  vim.cmd("qall!")
end

local ok, err = pcall(main)
if not ok then say("error", err); vim.cmd("cquit") end
