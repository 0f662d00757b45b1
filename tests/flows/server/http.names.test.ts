import type { z } from 'zod'
import { expect, it } from 'vitest'
import type { Endpoint } from '#shared/kernel/endpoint.ts'
import { endpoints } from '#tests/support/checks/endpoints.ts'
import { schemasBelow } from '#tests/support/checks/input-schemas.ts'

/*
 * A name stands in the middle of sentences, lists and papers. Marks of direction in it would turn round what is around it, or
 * show another ending of a file: whatever is called a name loses them before anything keeps it.
 */

const marks = /[\u200e\u200f\u061c\u202a-\u202e\u2066-\u2069]/
const typed = 'Abc \u202egnp.exe\u2069'
const shapes: readonly unknown[] = [typed, { en: typed, ar: typed }, [typed]]

const isName = (path: string) => /name(?:s|Latin|Arabic|En|Ar)?(?:\.(?:en|ar))?$/i.test(path)

/** Inputs that keep marks of direction, and why that is no fault. */
const exempt: readonly RegExp[] = [
  // Looked for among what is there, and never kept.
  /^post \/(?:auth\/login(?:-pos)?|profile\/school_link)\.userName$/,
  /\.className$/,
  // As the sender has read it: what was kept before names lost their marks is recognised too.
  /\.seenName(?:\.(?:en|ar))?$/,
  / \/student\/(?:student_update|rehearse)\.change\.guardian\.name$/,
]

function* namesOf(each: Endpoint): Generator<[path: string, schema: z.ZodType]> {
  const seen = new Set<string>()
  for (const [path, schema] of schemasBelow(each.body, `${each.method} ${each.path}`)) {
    // The first at a path is the whole of it; what follows are its parts.
    if (seen.has(path) || !isName(path) || exempt.some((pattern) => pattern.test(path))) continue
    seen.add(path)
    yield [path, schema as z.ZodType]
  }
}

it('no name of any input keeps a mark of direction', () => {
  const names = endpoints.flatMap((each) => [...namesOf(each)])
  expect(names.length).toBeGreaterThan(40)
  const kept = names.filter(([, schema]) =>
    shapes.some((shape) => marks.test(JSON.stringify(schema.safeParse(shape).data ?? ''))),
  )
  expect(kept.map(([path]) => path)).toEqual([])
})
