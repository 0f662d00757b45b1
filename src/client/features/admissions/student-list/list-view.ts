import type { StudentSearch } from './student-search.ts'

export const listViews = ['table', 'board', 'charts'] as const
export type ListView = (typeof listViews)[number]

/** What the address asks to be shown; the table where it says nothing that is known. */
export const viewOf = ({ view }: StudentSearch): ListView => listViews.find((each) => each === view) ?? 'table'
