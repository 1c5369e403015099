"""The rules of solitaires, for one person and one set of dominoes."""
