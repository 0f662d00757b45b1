import { search } from '#shared/overview/search.contract.ts'
import { ask } from './http.ts'

/** Given up as soon as more has been typed. */
export const searchFor = (text: string, signal: AbortSignal) => ask(search, { text }, { signal })
export type Found = Awaited<ReturnType<typeof searchFor>>

export const findStudents = async (text: string) => (await ask(search, { text })).students
export type FoundStudent = Found['students'][number]
