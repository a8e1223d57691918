"""What keeps the pile of memories small: proposed, kept until a person says yes, carried out."""
