// chunk: desk-frame
import { useMatches } from '@tanstack/react-router'
import { routeKeyOf } from '#client/platform/page/route-key.ts'

/** The route key of what is drawn now. The recorded one (platform/route-key.ts) comes after the first load. */
export const useRouteKey = (): string => useMatches({ select: (matches) => routeKeyOf(matches.at(-1)?.fullPath ?? '') })
