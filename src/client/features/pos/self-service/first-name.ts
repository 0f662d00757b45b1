/** The first name only: what stands on a screen that others in the queue can see. */
export const firstName = (name: string): string => name.trim().split(/\s+/u)[0] ?? ''
