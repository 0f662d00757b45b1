/** Stands in whatever anybody says of one family, and nowhere else in a school. */
export const marks = {
  word: 'Zubqx',
  arabic: 'زبقخض',
  phone: '+97455310017',
  born: '2027-11-17',
  others: ['55310017', '55310018'],
} as const

/** Where the child's mother is written to. */
export const hers = 'hind.zubqx@zubqx.example'

/** Every text that somebody typed says whose it is. */
export function marked(answer: unknown): unknown {
  if (Array.isArray(answer)) return answer.map(marked)
  if (typeof answer === 'object' && answer !== null)
    return Object.fromEntries(
      Object.entries(answer).map(([key, value]) => [key, key === 'name' && 'fileId' in answer ? value : marked(value)]),
    )
  if (answer === 'سارة Al Mana') return `${marks.arabic} ${marks.word}`
  if (answer === 'hind@example.com') return hers
  return answer === '+97455123456' ? marks.phone : answer
}
