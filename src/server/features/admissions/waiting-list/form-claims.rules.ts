import type { ClaimKind } from '#shared/admissions/waiting-list.rules.ts'
import type { Answers } from '#shared/forms/form-answers.rules.ts'

/** Values of the default form for each claim. */
const codes: Readonly<Record<string, ClaimKind>> = {
  staff: 'staff-child',
  sibling: 'sibling',
  group: 'group-transfer',
  corporate: 'corporate',
  alumni: 'alumni',
  national: 'national',
}

/** Returns the priority reasons named in an application, each once; none of them is verified. */
export function claimsFromForm(answers: Answers): { kind: ClaimKind; note: string }[] {
  const rows = answers['claims']
  if (!Array.isArray(rows)) return []
  const found = new Map<ClaimKind, string>()
  for (const row of rows) {
    if (typeof row !== 'object' || !('claim' in row)) continue
    const kind = typeof row['claim'] === 'string' ? codes[row['claim']] : undefined
    const note = 'detail' in row && typeof row['detail'] === 'string' ? row['detail'].trim() : ''
    if (kind && !found.has(kind)) found.set(kind, note)
  }
  return [...found].map(([kind, note]) => ({ kind, note }))
}
