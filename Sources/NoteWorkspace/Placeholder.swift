import NoteModel
