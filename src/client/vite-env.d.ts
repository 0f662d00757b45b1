/// <reference types="vite/client" />

/** What this build calls itself; shown in error reports and compared after an update. */
declare const __BUILD__: string

declare module 'virtual:mantine.css'

/** Mock mode only: starts the school that lives inside the tab, before the first screen asks it anything. */
declare module 'virtual:demo' {
  export const start: () => Promise<void>
}

/** Where the face recogniser's models lie, and every file there with its size and SHA-256 (.config/face-assets.ts). */
declare const __FACE_FOLDER__: string
declare const __FACE_FILES__: readonly { path: string; bytes: number; sha256: string }[]

/** A guide, as the build makes it (.config/guides.ts). */
declare module '*.md' {
  import type { GuideBlock } from './features/overview/help/guide.types.ts'
  export const guide: GuideBlock[]
}
