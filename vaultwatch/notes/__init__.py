"""What a note says: parsing, statements, wiki-links, frontmatter edits, chunking. Pure."""
