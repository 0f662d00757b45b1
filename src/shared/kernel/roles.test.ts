import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Role } from './fields.ts'
import { hasPermission, type Permission, permissions } from './roles.ts'
import { hasScopedPermission } from './scoped-permission.ts'

/** Written a second time on purpose: widening a permission has to be said in two places. */
const granted: Record<Permission, readonly Role[]> = {
  'till.operate': ['admin', 'supervisor', 'operator'],
  'discount.give': ['admin', 'supervisor'],
  'device.manage': ['admin', 'supervisor', 'it'],
  'alert.handle': ['admin', 'supervisor'],
  'device.see': ['admin', 'finance', 'supervisor', 'it'],
  'server.see': ['admin', 'it'],
  'server.release': ['admin', 'it'],
  'set-aside.close': ['admin', 'supervisor'],
  'mail.see': ['admin', 'it'],
  'programs.manage': ['admin', 'it'],
  'messages.see': ['admin', 'head', 'registrar', 'admission-officer'],
  'messages.decide': ['admin', 'head', 'registrar'],
  'messages.log': ['admin', 'head', 'registrar', 'admission-officer', 'auditor'],
  'messages.many': ['admin', 'head', 'registrar'],
  'messages.write': ['admin', 'registrar'],
  'submissions.see': ['admin', 'head', 'registrar', 'admission-officer'],
  'enquiries.work': ['admin', 'registrar', 'admission-officer'],
  'work.see': ['hr'],
  'office-forms.see': ['finance', 'it', 'hr'],
  'students.see': ['admin', 'head', 'registrar', 'admission-officer', 'finance', 'auditor'],
  'students.decide': ['admin', 'head', 'registrar', 'admission-officer', 'finance'],
  'students.hold': ['admin', 'head', 'registrar'],
  'students.erase': ['admin', 'head'],
  'breaches.keep': ['admin', 'head', 'it'],
  'students.export': ['admin', 'head', 'registrar'],
  'lists.export': ['admin', 'head', 'registrar', 'finance', 'supervisor', 'auditor'],
  'students.import': ['admin', 'registrar'],
  'students.record': ['admin', 'registrar', 'admission-officer'],
  'seats.manage': ['admin', 'registrar'],
  'seats.over-offer': ['admin', 'head'],
  'admission.rules': ['admin', 'head', 'registrar'],
  'scoring.score': ['admin', 'head', 'registrar', 'admission-officer'],
  'scoring.reopen': ['admin', 'registrar'],
  'scoring.moderate': ['admin', 'head', 'registrar'],
  'scoring.manage': ['admin', 'registrar'],
  'appointments.see': ['admin', 'head', 'registrar', 'admission-officer'],
  'appointments.manage': ['admin', 'registrar', 'admission-officer'],
  'sensitive.see': ['admin', 'head', 'registrar'],
  'documents.see': ['admin', 'head', 'registrar', 'admission-officer', 'auditor'],
  'letters.issue': ['admin', 'head', 'registrar'],
  'letters.edit': ['admin', 'registrar'],
  'documents.decide': ['admin', 'registrar', 'admission-officer'],
  'documents.waive': ['admin', 'head', 'registrar'],
  'documents.manage': ['admin', 'registrar'],
  'people.decide': ['admin', 'registrar', 'admission-officer'],
  'family.ask': ['admin', 'registrar', 'admission-officer'],
  'forms.edit': ['admin', 'registrar'],
  'sales.see': ['admin', 'head', 'finance', 'supervisor'],
  'faces.see': ['admin', 'head', 'registrar', 'supervisor'],
  'faces.enrol': ['admin', 'registrar', 'supervisor'],
  'faces.manage': ['admin', 'head'],
  'faces.calibrate': ['admin'],
  'faces.settle': ['admin', 'finance', 'supervisor'],
  'accounts.see': ['admin', 'finance', 'supervisor'],
  'pupils.see': ['admin', 'head', 'registrar', 'finance', 'supervisor'],
  'pupils.manage': ['admin', 'head', 'registrar'],
  'cards.give': ['admin', 'registrar', 'supervisor'],
  'accounts.move': ['admin', 'finance', 'supervisor'],
  'accounts.approve': ['admin', 'finance'],
  'fees.see': ['admin', 'head', 'registrar', 'finance', 'auditor'],
  'fees.receive': ['admin', 'finance'],
  'fees.bill': ['admin', 'finance'],
  'fees.setup': ['admin', 'finance'],
  'fees.discount': ['admin', 'registrar', 'finance'],
  'fees.approve': ['admin', 'head'],
  'fees.refund': ['admin', 'finance'],
  'fees.export': ['admin', 'finance'],
  'topup.take': ['admin', 'supervisor', 'operator'],
  'refund.give': ['admin', 'supervisor', 'operator'],
  'refund.approve': ['admin', 'supervisor'],
  'void.approve': ['admin', 'supervisor'],
  'cash.approve': ['admin', 'supervisor'],
  'sale.approve': ['admin', 'supervisor'],
  'limit.set': ['admin'],
  'cashiers.compare': ['admin', 'head'],
  'exceptions.handle': ['admin', 'head', 'finance', 'supervisor'],
  'catalogue.edit': ['admin', 'supervisor'],
  'pins.set': ['admin', 'supervisor'],
  'people.manage': ['admin'],
  'school.settings': ['admin'],
  'audit.see': ['admin', 'head', 'auditor'],
}
const everyPermission = Object.keys(permissions) as Permission[]
const roles = fc.subarray([...Role.options])

describe('may', () => {
  it.each(Object.entries(granted) as [Permission, readonly Role[]][])('%s is for %j and nobody else', (what, who) => {
    expect(Role.options.filter((role) => hasPermission([role], what))).toEqual(who)
  })

  it('knows no other permission', () => {
    expect(everyPermission.toSorted()).toEqual(Object.keys(granted).toSorted())
  })

  it('allows nothing to somebody without a role, and to an admin everything but applications for work', () => {
    for (const what of everyPermission) {
      expect(hasPermission([], what), what).toBe(false)
      expect(hasPermission(['admin'], what), what).toBe(what !== 'work.see' && what !== 'office-forms.see')
    }
  })

  it('grants what any one of several roles grants, and a further role never takes away', () => {
    fc.assert(
      fc.property(roles, fc.constantFrom(...everyPermission), (who, what) => {
        expect(hasPermission(who, what)).toBe(who.some((role) => hasPermission([role], what)))
      }),
    )
  })
})

describe('mayIn', () => {
  it('grants at a desk what the roles grant, and at a till the same but for devices, mails, forms, families, accounts and faces', () => {
    fc.assert(
      fc.property(roles, fc.constantFrom(...everyPermission), (who, what) => {
        expect(hasScopedPermission('staff', who, what)).toBe(hasPermission(who, what))
        expect(hasScopedPermission('pos', who, what)).toBe(
          hasPermission(who, what) &&
            ![
              'device.manage',
              'server.see',
              'server.release',
              'cashiers.compare',
              'exceptions.handle',
              'mail.see',
              'programs.manage',
              'submissions.see',
              'enquiries.work',
              'work.see',
              'office-forms.see',
              'messages.see',
              'messages.decide',
              'messages.log',
              'messages.many',
              'messages.write',
              'students.see',
              'students.decide',
              'students.hold',
              'students.erase',
              'breaches.keep',
              'students.export',
              'lists.export',
              'students.import',
              'students.record',
              'seats.manage',
              'seats.over-offer',
              'admission.rules',
              'scoring.score',
              'scoring.reopen',
              'scoring.moderate',
              'scoring.manage',
              'appointments.see',
              'appointments.manage',
              'sensitive.see',
              'documents.see',
              'documents.decide',
              'documents.waive',
              'documents.manage',
              'letters.issue',
              'letters.edit',
              'people.decide',
              'family.ask',
              'forms.edit',
              'accounts.see',
              'pupils.see',
              'pupils.manage',
              'cards.give',
              'accounts.move',
              'accounts.approve',
              'fees.see',
              'fees.bill',
              'fees.setup',
              'fees.discount',
              'fees.approve',
              'fees.refund',
              'fees.export',
              'catalogue.edit',
              'faces.see',
              'faces.manage',
              'faces.calibrate',
              'people.manage',
              'school.settings',
              'limit.set',
              'audit.see',
            ].includes(what),
        )
      }),
    )
  })
})
