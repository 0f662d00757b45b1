// chunk: settle
/** Addresses of the school's logo as it is shown: pictures of what is sold are kept elsewhere. */
export const logosAmong = (sources: Iterable<string>, origin: string): string[] => [
  ...new Set([...sources].filter((src) => src.startsWith(`${origin}/branding/`) && !src.includes('/item/'))),
]

/**
 * Keeps the logos that are shown here, as the worker would: on a first visit they were there before it.
 * @throws TypeError where one is not kept and can't be fetched
 */
export async function keepShownLogos(): Promise<void> {
  const cache = await caches.open('branding')
  const shown = logosAmong(
    [...document.images].map(({ src }) => src),
    location.origin,
  )
  const kept = await Promise.all(shown.map((src) => cache.match(src)))
  await cache.addAll(shown.filter((_src, no) => kept[no] === undefined))
}
