import { type Permission, permissions, type Role } from './roles.ts'

/** Screens that ask for a permission, by the beginning of their path; the longest beginning decides. */
const screens: Readonly<Record<string, Permission>> = {
  '/mails': 'mail.see',
  '/status': 'server.see',
  '/help': 'server.see',
  '/data-breaches': 'breaches.keep',
  '/messages': 'messages.log',
  '/pre_admission': 'students.see',
  '/enquiries': 'submissions.see',
  '/forms': 'forms.edit',
  '/seats': 'students.see',
  '/letters': 'letters.issue',
  '/appointments': 'appointments.see',
  '/scoring': 'scoring.score',
  '/student': 'students.see',
  '/student/import': 'students.import',
  '/student/new': 'students.record',
  '/reports': 'students.see',
  '/office-forms': 'office-forms.see',
  '/people': 'people.manage',
  '/audit': 'audit.see',
  '/settings': 'school.settings',
  '/settings/programs': 'programs.manage',
  '/faces': 'faces.see',
  '/faces/suspicions': 'faces.enrol',
  '/faces/charges': 'faces.settle',
  '/faces/settings': 'faces.manage',
  '/faces/assessment': 'faces.manage',
  '/faces/calibration': 'faces.calibrate',
  '/catalogue': 'catalogue.edit',
  '/fees/setup': 'fees.see',
  '/pupils': 'pupils.see',
  '/fees': 'fees.see',
  '/receipt': 'fees.see',
  '/upload': 'documents.see',
  '/pos': 'till.operate',
  '/pos/bulk-face-recognition': 'faces.enrol',
  '/pos/customeraccountsummary': 'accounts.see',
  '/pos/devices': 'device.see',
  '/pos/summaryofsalesbytill': 'sales.see',
  '/pos/tillsalessummary': 'sales.see',
  '/pos/exceptions': 'exceptions.handle',
  '/pos/report': 'sales.see',
  '/pos/transaction-report': 'sales.see',
}

/** What a screen asks for; nothing where everybody may open it. The path may carry a query or a hash. */
export function screenPermission(path: string): Permission | undefined {
  const [plain = ''] = path.split(/[?#]/)
  const segments = plain.toLowerCase().split('/').filter(Boolean)
  for (let length = segments.length; length > 0; length -= 1) {
    const beginning = `/${segments.slice(0, length).join('/')}`
    const permission = Object.hasOwn(screens, beginning) ? screens[beginning] : undefined
    if (permission) return permission
  }
  return undefined
}

/**
 * The authority list of a screen, for `isRouteAllowed`. Empty, as the specification lists its routes, for every screen
 * that asks for nothing.
 */
export function screenAuthority(path: string): readonly Role[] {
  const permission = screenPermission(path)
  return permission ? permissions[permission] : []
}
