// chunk: desk-frame
/** Every screen of the frame by its route key: its name in the words of the frame, and below which one it stands. */
const places = {
  dashboard: { name: 'dashboard', parent: null },
  pre_admission: { name: 'preAdmission', parent: 'dashboard' },
  enquiries: { name: 'enquiries', parent: 'dashboard' },
  appointments: { name: 'appointments', parent: 'dashboard' },
  scoring: { name: 'scoring', parent: 'dashboard' },
  seats: { name: 'seats', parent: 'dashboard' },
  letters: { name: 'letters', parent: 'dashboard' },
  forms: { name: 'forms', parent: 'dashboard' },
  messages: { name: 'messages', parent: 'dashboard' },
  mails: { name: 'mails', parent: 'dashboard' },
  status: { name: 'serverStatus', parent: 'dashboard' },
  help: { name: 'help', parent: 'dashboard' },
  'help.api': { name: 'help', parent: 'dashboard' },
  'student.import': { name: 'import', parent: 'dashboard' },
  'student.new': { name: 'student', parent: 'dashboard' },
  'reports.id': { name: 'reports', parent: 'dashboard' },
  'student.id': { name: 'student', parent: 'dashboard' },
  'upload.id': { name: 'documents', parent: 'dashboard' },
  pupils: { name: 'pupils', parent: 'dashboard' },
  fees: { name: 'fees', parent: 'dashboard' },
  'fees.setup': { name: 'feeSetup', parent: 'fees' },
  'fees.admissionNo': { name: 'feeAccount', parent: 'fees' },
  'receipt.admissionNo': { name: 'receipts', parent: 'fees' },
  people: { name: 'people', parent: 'dashboard' },
  'office-forms': { name: 'officeForms', parent: 'dashboard' },
  settings: { name: 'schoolSettings', parent: 'dashboard' },
  'settings.programs': { name: 'settingsPage', parent: 'settings' },
  'settings.page': { name: 'settingsPage', parent: 'settings' },
  'settings.start.at': { name: 'settingsPage', parent: 'settings' },
  audit: { name: 'audit', parent: 'dashboard' },
  'data-breaches': { name: 'dataBreaches', parent: 'dashboard' },
  pos: { name: 'till', parent: 'dashboard' },
  catalogue: { name: 'catalogue', parent: 'dashboard' },
  'catalogue.stock': { name: 'stock', parent: 'catalogue' },
  'pos.transaction-report': { name: 'report', parent: 'dashboard' },
  'pos.report': { name: 'shifts', parent: 'dashboard' },
  'pos.summaryOfSalesByTill': { name: 'salesByTill', parent: 'dashboard' },
  'pos.TillSalesSummary': { name: 'tillSales', parent: 'pos.summaryOfSalesByTill' },
  'pos.exceptions': { name: 'exceptions', parent: 'dashboard' },
  'pos.CustomerAccountSummary': { name: 'accounts', parent: 'dashboard' },
  'pos.devices': { name: 'devices', parent: 'dashboard' },
  'pos.bulk-face-recognition': { name: 'faceGroups', parent: 'dashboard' },
  faces: { name: 'faces', parent: 'dashboard' },
  'faces.suspicions': { name: 'suspicions', parent: 'faces' },
  'faces.charges': { name: 'heldCharges', parent: 'faces' },
  'faces.devices': { name: 'faceDevices', parent: 'faces' },
  'faces.deletions': { name: 'deletions', parent: 'faces' },
  'faces.record': { name: 'record', parent: 'faces' },
  'faces.settings': { name: 'faceSettings', parent: 'faces' },
  'faces.assessment': { name: 'assessment', parent: 'faces' },
  'faces.calibration': { name: 'calibration', parent: 'faces' },
  profile: { name: 'profile', parent: 'dashboard' },
  'profile.tab': { name: 'profile', parent: 'dashboard' },
  admission: { name: 'apply', parent: 'dashboard' },
  'enquiry.new': { name: 'enquire', parent: 'dashboard' },
} as const satisfies Record<string, { name: string; parent: string | null }>

export type Place = keyof typeof places

export const isSeatCategory = (key: string): key is Place => Object.hasOwn(places, key)

/** Its key below `place` in the words. */
export const nameOf = (place: Place) => places[place].name

/** From the start to this screen; empty for a screen that is not known here. */
export function trailTo(key: string): Place[] {
  if (!isSeatCategory(key)) return []
  const { parent } = places[key]
  return parent === null ? [key] : [...trailTo(parent), key]
}
