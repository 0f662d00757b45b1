/** Every screen of the app and who sees it; what holds on all of them is proved by walking this list. */
export interface Screen {
  path: string
  /** Whose words the screen is written in. */
  heading: { key: string } | 'any'
}

export type Visitor = 'nobody' | 'supervisor' | 'admissions' | 'operator1'

export const screens: Record<Visitor, readonly Screen[]> = {
  nobody: [
    { path: '/sign-in', heading: { key: 'sign-in:title' } },
    { path: '/pos-sign-in', heading: { key: 'sign-in:pos.title' } },
    { path: '/access-denied', heading: { key: 'common:denied.title' } },
    { path: '/admission-dates', heading: { key: 'admission-dates:title' } },
    { path: '/pos/pair', heading: { key: 'devices:pair.title' } },
    { path: '/enquiry/new', heading: 'any' },
  ],
  supervisor: [
    { path: '/dashboard', heading: 'any' },
    { path: '/pos', heading: 'any' },
    { path: '/pos/devices', heading: { key: 'devices:title' } },
    { path: '/pos/transaction-report', heading: 'any' },
    { path: '/pos/report', heading: { key: 'pos-report:shift.title' } },
    { path: '/access-denied', heading: { key: 'common:denied.title' } },
  ],
  admissions: [
    { path: '/dashboard', heading: 'any' },
    { path: '/pre_admission', heading: { key: 'submissions:title' } },
  ],
  operator1: [{ path: '/pos', heading: 'any' }],
}
