import type { AdmissionRules } from '#shared/admissions/admission-rules.contract.ts'
import type { Bilingual } from '#shared/kernel/endpoint.ts'
import type { Language } from '#shared/kernel/fields.ts'
import type { Currency } from '#shared/kernel/money.ts'
import type { Role } from '#shared/kernel/roles.ts'
import type { SchoolTheme } from '#shared/school/school.contract.ts'
import type { ConditionalScreens } from '#shared/school/school-read.contract.ts'
import type { DeviceKind } from '#shared/sync/device.contract.ts'
import type { LocalDishes } from '../menu/local-dishes.ts'
import type { Prices } from '../menu/menu-terms.ts'
import type { NameCustom } from '../names/name-pairs.ts'

/** Somebody of the staff before ids and the password are made. */
export interface PlannedStaff {
  userName: string
  role: Role
  name: Bilingual
  pin?: string
}

/** Everything in which one demo school differs from the other. Amounts in minor units. */
export interface SchoolPlan {
  code: string
  name: Bilingual
  currency: Currency
  timeZone: string
  language: Language
  cashIncrement: number
  /** What it says otherwise of admissions than every school does at first. */
  rules: Partial<AdmissionRules>
  /** English name of the item that a stock is kept for. */
  stocked?: string
  /** Which of a menu entry's two prices holds here. */
  priceOf(prices: Prices): number
  website: string
  lmsUrl: string
  mailDomain: string
  /** Of a number range that nobody has. */
  phone: string
  theme: SchoolTheme
  logoSvg: string
  swiperText: Bilingual[]
  address: Bilingual
  conditionalScreens: ConditionalScreens
  sites: { code: string; name: Bilingual }[]
  tills: { site: string; code: string; kind: DeviceKind; name: Bilingual }[]
  staff: PlannedStaff[]
  localDishes: LocalDishes
  /** First digits of the packaged goods' numbers: the country's GS1 prefix and a made-up company. */
  barcodePrefix: string
  /** Naming customs and their share of the families, in per cent. */
  families: { custom: NameCustom; percent: number }[]
  /** About how many children are on their way into the school. */
  students: number
  accounts: { topUps: number[]; dailyLimits: number[]; overdrafts: number[]; offlineAllowance: number }
}
