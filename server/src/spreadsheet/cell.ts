/** What a cell of a table for a spreadsheet may hold. Moments and flags are words by then: in which zone and language is the caller's to say. */
export type Cell = string | number | null
