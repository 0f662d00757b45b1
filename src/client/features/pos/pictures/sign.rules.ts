const shapes = [
  'star',
  'boat',
  'palm',
  'fish',
  'moon',
  'drop',
  'kite',
  'cloud',
  'sun',
  'flower',
  'leaf',
  'shell',
] as const
/** Dark enough for a white shape. */
const colours = ['#b26a00', '#1f5f99', '#2f7d3b', '#0b7285', '#4a4ea8', '#9b2c6b', '#a63a50', '#4d6272'] as const

export type Sign = (typeof shapes)[number]

/**
 * Returns the sign of a child, always the same for an id: a shape and a colour by which somebody who cannot read yet finds their
 * name. Two may share one; it identifies nobody.
 */
export function signOf(customerId: string): { shape: Sign; colour: string } {
  let hash = 0
  for (const letter of customerId) hash = (hash * 31 + (letter.codePointAt(0) ?? 0)) % 1_000_003
  const shape = shapes[hash % shapes.length] ?? shapes[0]
  const colour = colours[Math.floor(hash / shapes.length) % colours.length] ?? colours[0]
  return { shape, colour }
}
