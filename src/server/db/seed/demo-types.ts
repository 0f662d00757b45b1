import type { FoodClass } from '#shared/pos/spending/spending-rule.contract.ts'
import type { SchoolProfile, TillPolicy } from '#server/features/school/school.table.ts'
import type { AdmissionRules } from '#shared/admissions/admission-rules.contract.ts'
import type { FormDefinition } from '#shared/forms/form-definition.contract.ts'
import type { Bilingual } from '#shared/kernel/endpoint.ts'
import type { Language } from '#shared/kernel/fields.ts'
import type { CustomerId, UserId } from '#shared/kernel/ids.ts'
import type { Currency, Minor } from '#shared/kernel/money.ts'
import type { Role } from '#shared/kernel/roles.ts'
import type { Day, Instant } from '#shared/kernel/time.ts'
import type { Category, Item, ModifierGroup } from '#shared/pos/catalogue.contract.ts'
import type { Customer } from '#shared/pos/customer.contract.ts'
import type { ActorRole } from '#shared/students/status-transition.types.ts'
import type { StudentOutcome, StudentStatus } from '#shared/students/student-status.rules.ts'
import type { DeviceKind } from '#shared/sync/device.contract.ts'

export interface DemoSite {
  id: string
  code: string
  name: Bilingual
}

export interface DemoTill {
  id: string
  siteId: string
  /** Unique within the school, not only within its site. */
  code: string
  kind: DeviceKind
  name: Bilingual
}

export interface DemoStaff {
  id: UserId
  userName: string
  email: string
  name: Bilingual
  role: Role
  /** Plain text: shown at the first run so that one can sign in. Only its hash is stored. */
  password: string
  /** Six digits that those who work at a till may choose as their PIN; stored nowhere. */
  pin?: string
}

/** A pupil: what the till knows, and what the name was made from. */
export interface DemoPupil extends Customer {
  sex: 'female' | 'male'
  givenName: Bilingual
  fatherName: Bilingual
  familyName: Bilingual
  birthDate: Day
  /** `KG1`, `KG2`, `1` … `12`. */
  grade: string
}

/** One step of a demo student's way. */
export interface DemoStudentChange {
  id: string
  from: StudentStatus | null
  to: StudentStatus
  outcome: StudentOutcome | null
  mover: ActorRole
  byUser: UserId | null
  reason: string | null
  reviewOn: Day | null
  at: Instant
}

/** A child on the way into the school; `changes` from the day of the application on. */
export interface DemoStudent {
  id: string
  reference: string
  name: Bilingual
  birthDate: Day
  nationality: string
  entryYear: number
  grade: string
  source: string
  language: Language
  ownerId: UserId | null
  nextActionOn: Day | null
  changes: DemoStudentChange[]
}

/** An account's opening entry in the ledger; balances follow from such entries. */
export interface DemoTopUp {
  id: string
  customerId: CustomerId
  amount: Minor
  sourceId: string
  effectiveAt: Instant
}

export interface DemoCatalogue {
  categories: Category[]
  modifierGroups: ModifierGroup[]
  items: (Omit<Item, 'foodClasses'> & { foodClasses?: FoodClass[] })[]
}

export interface DemoSchool {
  id: string
  code: string
  name: Bilingual
  currency: Currency
  timeZone: string
  /** Minutes after local midnight at which a business day begins. */
  cutoverMinute: number
  language: Language
  /** A self-contained SVG document without scripts or styles. */
  logoSvg: string
  profile: SchoolProfile
  tillPolicy: TillPolicy
  sites: DemoSite[]
  tills: DemoTill[]
  staff: DemoStaff[]
  catalogue: DemoCatalogue
  pupils: DemoPupil[]
  topUps: DemoTopUp[]
  /** By the names that they have in addresses. */
  forms: Record<string, FormDefinition>
  students: DemoStudent[]
  /** What it says otherwise than every school does at first. */
  rules: Partial<AdmissionRules>
  /** English name of the item that a stock is kept for. */
  stocked: string | undefined
}
