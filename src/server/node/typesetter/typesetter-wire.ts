import { z } from 'zod'
import { ResolvedLetter } from '#shared/contract/letter.ts'

/** What a child is started with. */
export const ChildSettings = z.object({
  /** The template's file. */
  template: z.string(),
  /** An empty folder. */
  workspace: z.string(),
  engine: z.enum(['native', 'wasm', 'either']),
})
export type ChildSettings = z.infer<typeof ChildSettings>

export const ToChild = z.object({ letter: ResolvedLetter })
export type ToChild = z.infer<typeof ToChild>

export const FromChild = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('ready'), engine: z.enum(['native', 'wasm']), lasts: z.int() }),
  z.object({
    kind: z.literal('done'),
    pdf: z.instanceof(Uint8Array),
    /** Characters that no font has; the document then doesn't claim to be accessible. */
    missingGlyphs: z.array(z.string()),
    /** The school's logo could not be drawn, and was left out. */
    withoutLogo: z.boolean(),
  }),
  z.object({ kind: z.literal('refused'), why: z.string() }),
])
export type FromChild = z.infer<typeof FromChild>
