import { aComponent, aPlan, aSchedule } from '#tests/support/fees/fee-set-up.ts'
import { type Authority, atDesk } from './authority-groups.ts'

const readers = atDesk('finance', 'registrar', 'head', 'auditor', 'admin')
const keepers = atDesk('finance', 'admin')
const granters = atDesk('finance', 'registrar', 'admin')
const approvers = atDesk('head', 'admin')

/** Rows of the calls that set fees up. */
export const feeSetupAuthority: Readonly<Record<string, Authority>> = {
  'get /fees/setup': readers,
  'post /fees/component': keepers,
  'post /fees/component_remove': keepers,
  'post /fees/plan': keepers,
  'post /fees/plan_remove': keepers,
  'post /fees/plan_choice': keepers,
  'post /fees/discount_rule': keepers,
  'post /fees/discount_rule_remove': keepers,
  'post /fees/settings': keepers,
  'post /fees/schedule': keepers,
  'post /fees/schedule_remove': keepers,
  'post /fees/schedule_import': keepers,
  'post /fees/schedule_export': keepers,
  'post /fees/schedule_approve': approvers,
  'get /fees/payers': readers,
  'get /fees/payer_search': readers,
  'post /fees/payer': keepers,
  'post /fees/payer_guardian': keepers,
  'post /fees/shares': keepers,
  'get /fees/child_terms': readers,
  'post /fees/option': keepers,
  'post /fees/option_remove': keepers,
  'post /fees/first_day': keepers,
  'get /fees/grants': readers,
  'post /fees/grant': granters,
  'post /fees/grant_end': granters,
  'post /fees/grant_decide': approvers,
}

/** What these calls send, for a record with this id. */
export const feeSetupInput = (id: string) => ({
  component: aComponent('TUITION'),
  componentCode: 'TUITION',
  plan: aPlan({ id }),
  planId: id,
  schedule: aSchedule(id, { id, seriesId: id }),
  rule: {
    id,
    name: { en: 'Staff', ar: 'الموظفون' },
    kind: 'staff',
    amounts: [{ ppm: 500_000 }],
    components: null,
    onGross: false,
    familyCapAmount: null,
    isClawedBack: false,
    personsOnly: true,
    isRetired: false,
  },
  payer: {
    id,
    kind: 'person',
    nameLatin: 'Hind',
    nameArabic: null,
    language: 'en',
    email: null,
    phone: null,
    taxId: null,
    nationalId: null,
    isCitizen: false,
  },
  guardianId: id,
  ruleId: id,
  ownAmount: null,
  shares: [],
  evidenceRef: '',
  fromOn: '2030-03-03',
  firstOn: null,
  untilOn: '2030-03-03',
  year: 2030,
})

/** Settings of fees, beside those of a group of the school's settings, which have the same name. */
export const feeSettingsInput = {
  fiscalMonth: 1,
  siblingKey: 'age',
  grantPpm: 0,
  grantAmount: 0,
  reminders: [],
  accountCodes: {},
  taxNumber: '',
}
