import type { Bilingual } from '#shared/kernel/endpoint.ts'
import type { DemoRandom } from './demo-random.ts'
import type { NameCustom } from './names/name-pairs.ts'
import type { SchoolPlan } from './schools/school-plan.ts'

/** Brothers and sisters share the father's name, the family name and the custom by which they are named. */
export interface DemoFamily {
  custom: NameCustom
  fatherName: Bilingual
  familyName: Bilingual
  children: number
}

const childrenPerFamily = [1, 1, 1, 1, 2, 2, 2, 3, 3, 4]

/** Families, drawn by the school's shares, until they have `pupils` children together. */
export function buildFamilies(plan: SchoolPlan, pupils: number, random: DemoRandom): DemoFamily[] {
  const families: DemoFamily[] = []
  for (let left = pupils; left > 0; ) {
    const custom = drawCustom(plan, random)
    const children = Math.min(left, random.pick(childrenPerFamily))
    families.push({
      custom,
      children,
      fatherName: random.pick(custom.fathers),
      familyName: random.pick(custom.families),
    })
    left -= children
  }
  return families
}

function drawCustom(plan: SchoolPlan, random: DemoRandom): NameCustom {
  let draw = random.between(1, 100)
  for (const { custom, percent } of plan.families) {
    draw -= percent
    if (draw <= 0) return custom
  }
  throw new RangeError(`the families of ${plan.code} are fewer than 100 per cent`)
}

/** A first name that neither the father nor a sibling has. */
export function drawGivenName(family: DemoFamily, sex: 'female' | 'male', taken: Set<string>, random: DemoRandom) {
  const names = sex === 'female' ? family.custom.girls : family.custom.boys
  for (;;) {
    const name = random.pick(names)
    if (taken.has(name.en) || name.en === family.fatherName.en) continue
    taken.add(name.en)
    return name
  }
}

/** The full name in both scripts, by the family's custom. */
export function fullName(givenName: Bilingual, family: DemoFamily): Bilingual {
  const parts =
    family.custom.fullName === 'given-family'
      ? [givenName, family.familyName]
      : [givenName, family.fatherName, family.familyName]
  return { en: parts.map((part) => part.en).join(' '), ar: parts.map((part) => part.ar).join(' ') }
}
