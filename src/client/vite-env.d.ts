/// <reference types="vite/client" />

/** What this build calls itself; shown in error reports and compared after an update. */
declare const __BUILD__: string

declare module 'virtual:mantine.css'

/** Mock mode only: starts the school that lives inside the tab, before the first screen asks it anything. */
declare module 'virtual:demo' {
  export const start: () => Promise<void>
}
