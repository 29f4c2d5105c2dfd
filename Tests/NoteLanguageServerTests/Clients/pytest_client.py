"""Drives `sheaf lsp` with pytest-lsp, whose types come from the specification: a message that is not of the protocol fails.

SHEAF is the program, NOTES the repository.
"""
import asyncio
import os
import pathlib

import pytest
import pytest_lsp
from lsprotocol import types
from pytest_lsp import ClientServerConfig, LanguageClient, client_capabilities

NOTES = pathlib.Path(os.environ["NOTES"])


def uri(path):
    return (NOTES / path).as_uri()


@pytest_lsp.fixture(
    params=["neovim", "visual_studio_code"],
    config=ClientServerConfig(server_command=[os.environ["SHEAF"], "lsp"]),
)
async def client(request, lsp_client: LanguageClient):
    # Clients announce that they take these; pytest-lsp leaves the answer to the test.
    for method in ("client/registerCapability", "workspace/inlayHint/refresh", "workspace/codeLens/refresh"):
        lsp_client.feature(method)(lambda *_: None)
    await lsp_client.initialize_session(
        types.InitializeParams(
            capabilities=client_capabilities(request.param),
            workspace_folders=[types.WorkspaceFolder(uri=NOTES.as_uri(), name="notes")],
        )
    )
    yield
    await lsp_client.shutdown_session()


def opened(client, path, text):
    client.text_document_did_open(
        types.DidOpenTextDocumentParams(
            text_document=types.TextDocumentItem(uri=uri(path), language_id="markdown", version=1, text=text)
        )
    )


def place(line, character):
    return types.Position(line=line, character=character)


def document(path):
    return types.TextDocumentIdentifier(uri=uri(path))


@pytest.mark.asyncio
async def test_everything(client: LanguageClient):
    opened(client, "plan.md", "# 계획 😀\n\n## Next\n")
    opened(client, "links.md", "😀 [[plan#Next]]을 보라\n\n* one\n\n[[nowhere]] #t\n\n[[pl\n- [ ] x 📅 2026-11-01\n")
    links = document("links.md")
    definition = await client.text_document_definition_async(
        types.DefinitionParams(text_document=links, position=place(0, 6)))
    assert [(d.uri.endswith("plan.md"), d.range.start.line) for d in definition] == [(True, 2)]
    for _ in range(200):
        completion = await client.text_document_completion_async(
            types.CompletionParams(text_document=links, position=place(6, 4)))
        if completion and len(completion.items) > 1:
            break
        await asyncio.sleep(0.05)
    assert completion.items[0].label == "계획 😀"
    resolved = await client.completion_item_resolve_async(completion.items[0])
    assert "Next" in resolved.documentation.value
    references = await client.text_document_references_async(
        types.ReferenceParams(
            text_document=document("plan.md"), position=place(2, 4),
            context=types.ReferenceContext(include_declaration=True)))
    assert len(references) == 2
    hover = await client.text_document_hover_async(types.HoverParams(text_document=links, position=place(0, 6)))
    assert "계획" in hover.contents.value
    await client.text_document_document_symbol_async(types.DocumentSymbolParams(text_document=links))
    await client.workspace_symbol_async(types.WorkspaceSymbolParams(query="ㄱㅎ"))
    await client.text_document_document_link_async(types.DocumentLinkParams(text_document=links))
    await client.text_document_document_highlight_async(
        types.DocumentHighlightParams(text_document=links, position=place(0, 6)))
    await client.text_document_folding_range_async(types.FoldingRangeParams(text_document=links))
    await client.text_document_selection_range_async(
        types.SelectionRangeParams(text_document=links, positions=[place(0, 6)]))
    await client.text_document_semantic_tokens_full_async(types.SemanticTokensParams(text_document=links))
    whole = types.Range(start=place(0, 0), end=place(8, 0))
    await client.text_document_inlay_hint_async(types.InlayHintParams(text_document=links, range=whole))
    await client.text_document_code_lens_async(types.CodeLensParams(text_document=document("plan.md")))
    actions = await client.text_document_code_action_async(
        types.CodeActionParams(
            text_document=links, range=types.Range(start=place(7, 7), end=place(7, 7)),
            context=types.CodeActionContext(diagnostics=[])))
    assert actions
    prepared = await client.text_document_prepare_rename_async(
        types.PrepareRenameParams(text_document=document("plan.md"), position=place(0, 3)))
    assert prepared.placeholder == "계획 😀"
    edit = await client.text_document_rename_async(
        types.RenameParams(text_document=document("plan.md"), position=place(0, 3), new_name="지도"))
    kinds = [getattr(change, "kind", "edit") for change in edit.document_changes]
    # The note, the link that is not saved, and the link in a file that is not open.
    assert kinds.count("edit") == 3 and kinds.count("rename") == 1
    moved = await client.workspace_will_rename_files_async(
        types.RenameFilesParams(files=[types.FileRename(old_uri=uri("other.md"), new_uri=uri("sub/other.md"))]))
    assert moved.document_changes
    edits = await client.text_document_formatting_async(
        types.DocumentFormattingParams(
            text_document=links, options=types.FormattingOptions(tab_size=2, insert_spaces=True)))
    assert any(edit.new_text == "-" for edit in edits)
    report = await client.text_document_diagnostic_async(types.DocumentDiagnosticParams(text_document=links))
    assert any("nowhere" in item.message for item in report.items)
    everything = await client.workspace_diagnostic_async(types.WorkspaceDiagnosticParams(previous_result_ids=[]))
    assert everything.items is not None
