import type { Bilingual } from '#shared/kernel/endpoint.ts'
import type { Role } from '#shared/kernel/roles.ts'

/** Names of the roles as lists of people have them; screens read the same from `identity.staff`. */
export const roleNames: Readonly<Record<Role, Bilingual>> = {
  admin: { en: 'administrator', ar: 'مدير النظام' },
  head: { en: 'head', ar: 'مدير المدرسة' },
  registrar: { en: 'registrar', ar: 'مسؤول القبول والتسجيل' },
  'admission-officer': { en: 'admissions officer', ar: 'موظف القبول' },
  finance: { en: 'finance', ar: 'الشؤون المالية' },
  supervisor: { en: 'till supervisor', ar: 'مشرف نقاط البيع' },
  operator: { en: 'till operator', ar: 'أمين الصندوق' },
  it: { en: 'IT', ar: 'تقنية المعلومات' },
  auditor: { en: 'auditor', ar: 'المدقق' },
  family: { en: 'parent', ar: 'ولي أمر' },
  hr: { en: 'human resources', ar: 'الموارد البشرية' },
}
