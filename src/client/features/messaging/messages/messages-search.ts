const names = ['part', 'event', 'what', 'state', 'from', 'to'] as const

/** Which part of the screen is open, and what of it: `event` whose words, the others which part of the log. */
export type MessagesSearch = Partial<Record<(typeof names)[number], string>>

/** The address as it comes. */
export type MessagesAddress = Partial<Record<keyof MessagesSearch, unknown>>

/** Read only by the screen: what a route does with its address is part of the first load. Anything else is left out. */
export const readMessagesSearch = (search: MessagesAddress): MessagesSearch =>
  Object.fromEntries(
    names.flatMap((name) => {
      const value = search[name]
      return typeof value === 'string' && value !== '' ? [[name, value.slice(0, 100)] as const] : []
    }),
  )
