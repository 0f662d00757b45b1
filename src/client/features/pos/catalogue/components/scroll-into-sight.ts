/** As a `ref`: scrolls to an element when it appears. A form on a phone may be longer than the screen. */
export const scrollIntoSight = (element: HTMLElement | null): void => element?.scrollIntoView({ block: 'nearest' })
