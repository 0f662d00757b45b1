/** The parts of a student's file, in the order in which they are shown. */
export const fileParts = [
  'standing',
  'record',
  'family',
  'application',
  'offers',
  'documents',
  'scoring',
  'appointments',
  'letters',
  'notes',
  'messages',
  'timeline',
] as const
export type FilePart = (typeof fileParts)[number]

/** The tabs of a file, each with its parts in the order in which they are shown. */
export const fileTabs = {
  overview: ['standing'],
  child: ['record', 'family', 'application'],
  documents: ['documents'],
  offer: ['appointments', 'scoring', 'offers', 'letters'],
  activity: ['notes', 'messages', 'timeline'],
} as const satisfies Record<string, readonly FilePart[]>
export type FileTab = keyof typeof fileTabs

/** What the address of a file says as it stands there; read only by the screen. */
export interface FileAddress {
  part?: unknown
}

/** The part that is open; where a file stands when the address names none. */
export const readFilePart = ({ part }: FileAddress): FilePart => fileParts.find((each) => each === part) ?? 'standing'
