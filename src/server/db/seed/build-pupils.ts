import type { CustomerId } from '#shared/kernel/ids.ts'
import { minor, zero } from '#shared/kernel/money.ts'
import { type Day, dayMs, toInstant } from '#shared/kernel/time.ts'
import { Allergen, type Diet } from '#shared/pos/catalogue.contract.ts'
import { buildFamilies, type DemoFamily, drawGivenName, fullName } from './build-families.ts'
import type { DemoRandom } from './demo-random.ts'
import type { DemoPupil } from './demo-types.ts'
import { southAsian } from './names/south-asian.ts'
import type { SchoolPlan } from './schools/school-plan.ts'

const grades = ['KG1', 'KG2', ...Array.from({ length: 12 }, (_, index) => String(index + 1))]
const sections = ['A', 'B', 'C']

/** The year in which the numbers on the cards were last given out; does not move with the school year. */
const newestEntryYear = 2026

interface Seat {
  gradeIndex: number
  className: string
}

/** Every seat of every class is taken, by families whose children sit in different grades. */
export function buildPupils(plan: SchoolPlan, schoolYear: number, random: DemoRandom): DemoPupil[] {
  const seats = random.shuffle(allSeats(random))
  const numbers = new PupilNumbers(random)
  const pupils: DemoPupil[] = []
  for (const family of buildFamilies(plan, seats.length, random)) {
    const namesTaken = new Set<string>()
    const gradesTaken = new Set<number>()
    for (let child = 0; child < family.children; child++) {
      const free = seats.findIndex((seat) => !gradesTaken.has(seat.gradeIndex))
      const [seat] = seats.splice(Math.max(free, 0), 1)
      if (!seat) throw new Error('more children than seats')
      gradesTaken.add(seat.gradeIndex)
      pupils.push(buildPupil(plan, family, seat, { schoolYear, namesTaken, numbers, random }))
    }
  }
  return pupils
}

function allSeats(random: DemoRandom): Seat[] {
  return grades.flatMap((grade, gradeIndex) =>
    sections.flatMap((section) =>
      Array.from({ length: random.between(22, 26) }, () => ({ gradeIndex, className: `${grade}-${section}` })),
    ),
  )
}

interface Surroundings {
  schoolYear: number
  namesTaken: Set<string>
  numbers: PupilNumbers
  random: DemoRandom
}

function buildPupil(plan: SchoolPlan, family: DemoFamily, seat: Seat, around: Surroundings): DemoPupil {
  const { random, numbers } = around
  const sex = random.chance(0.5) ? 'female' : 'male'
  const givenName = drawGivenName(family, sex, around.namesTaken, random)
  const { dailyLimits, overdrafts } = plan.accounts
  return {
    id: random.id() as CustomerId,
    admissionNo: numbers.admission(seat.gradeIndex),
    cardNo: numbers.card(),
    name: fullName(givenName, family),
    givenName,
    fatherName: family.fatherName,
    familyName: family.familyName,
    sex,
    birthDate: birthDate(around.schoolYear, seat.gradeIndex, random),
    grade: grades[seat.gradeIndex] ?? '',
    className: seat.className,
    allergens: drawAllergens(random),
    diet: drawDiet(family, random),
    dailyLimit: random.chance(0.35) ? minor(random.pick(dailyLimits)) : null,
    overdraft: random.chance(0.4) ? minor(random.pick(overdrafts)) : zero,
    active: !random.chance(0.01),
  }
}

class PupilNumbers {
  readonly #random: DemoRandom
  readonly #cards = new Set<string>()
  #admitted = 1000

  constructor(random: DemoRandom) {
    this.#random = random
  }

  /** Year of entry and a running number: eight digits. */
  admission(gradeIndex: number): string {
    this.#admitted += 1
    return `${newestEntryYear - this.#random.between(0, Math.min(gradeIndex, 9))}${this.#admitted}`
  }

  /** Ten digits, as readers type the 32-bit number of a card. */
  card(): string {
    for (;;) {
      const cardNo = String(this.#random.between(1, 0xffff_ffff)).padStart(10, '0')
      if (this.#cards.has(cardNo)) continue
      this.#cards.add(cardNo)
      return cardNo
    }
  }
}

/** Children of KG1 turn four in the year that ends with the August before school starts. */
function birthDate(schoolYear: number, gradeIndex: number, random: DemoRandom): Day {
  const firstDay = Date.UTC(schoolYear - 5 - gradeIndex, 8, 1)
  return toInstant(firstDay + random.between(0, 364) * dayMs).slice(0, 10)
}

const commonAllergens: Allergen[] = ['egg', 'gluten', 'milk', 'nuts', 'peanut', 'sesame']

function drawAllergens(random: DemoRandom): Allergen[] {
  if (!random.chance(0.08)) return []
  const found = new Set<Allergen>([random.pick(random.chance(0.75) ? commonAllergens : Allergen.options)])
  if (random.chance(0.3)) found.add(random.pick(commonAllergens))
  return [...found].sort()
}

function drawDiet(family: DemoFamily, random: DemoRandom): Diet[] {
  if (family.custom === southAsian) {
    if (random.chance(0.1)) return ['vegetarian', 'vegan']
    return random.chance(0.4) ? ['vegetarian'] : []
  }
  if (random.chance(0.01)) return ['vegetarian']
  return random.chance(0.1) ? ['halal'] : []
}
