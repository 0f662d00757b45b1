import { z } from 'zod'
import { ResolvedLetter } from '#shared/kernel/letter/letter.ts'

/** Start parameters of a child process. */
export const ChildSettings = z.object({
  /** Template files, the first edition first. */
  templates: z.array(z.string()).min(1),
  /** An empty folder. */
  workspace: z.string(),
  engine: z.enum(['native', 'wasm', 'either']),
})
export type ChildSettings = z.infer<typeof ChildSettings>

/** `paper`: the document; `picture`: a preview for the letter's author. */
const As = z.enum(['paper', 'picture'])
export type As = z.infer<typeof As>

export const ToChild = z.object({ letter: ResolvedLetter, as: As, edition: z.int().min(1) })
export type ToChild = z.infer<typeof ToChild>

export const FromChild = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('ready'), engine: z.enum(['native', 'wasm']), lasts: z.int() }),
  z.object({
    kind: z.literal('done'),
    pdf: z.instanceof(Uint8Array),
    /** Characters in no font; the document then does not claim to be accessible. */
    missingGlyphs: z.array(z.string()),
    /** True if the school's logo could not be drawn, and was left out. */
    withoutLogo: z.boolean(),
  }),
  z.object({
    kind: z.literal('drawn'),
    /** All pages below each other; null from a compiler that draws none. */
    svg: z.string().nullable(),
    missingGlyphs: z.array(z.string()),
    withoutLogo: z.boolean(),
  }),
  z.object({ kind: z.literal('refused'), why: z.string() }),
])
export type FromChild = z.infer<typeof FromChild>
