import { falseMatchProbability, falseMatchRate } from '../face-plain-words.rules.ts'

/** How often a stranger is taken for somebody of a list, as people say it. */
export interface PlainChance {
  /** `mostly`: one can count on it · `often`: some of a thousand · `seldom`: fewer than one of a thousand · `hardly`: too seldom for a number. */
  how: 'mostly' | 'often' | 'seldom' | 'hardly'
  /** Of 1,000. */
  strangers: number
  /** One in so many. */
  oneIn: number
}

const million = 1_000_000

/** @param people how many are in the list that is searched; 1 where somebody says who they are */
export function plainChance(accept: number, people: number): PlainChance {
  const chance = falseMatchProbability(falseMatchRate(accept), people)
  const oneIn = chance > 0 ? Number((1 / chance).toPrecision(2)) : Number.POSITIVE_INFINITY
  const strangers = Math.round(chance * 1000)
  const how = chance > 0.5 ? 'mostly' : chance >= 0.001 ? 'often' : oneIn <= 100 * million ? 'seldom' : 'hardly'
  return { how, strangers, oneIn }
}
