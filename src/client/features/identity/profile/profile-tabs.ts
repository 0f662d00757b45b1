// chunk: profile
export const profileTabs = ['me', 'security', 'schools', 'appearance', 'shortcuts'] as const
export type ProfileTab = (typeof profileTabs)[number]

/** The part that an address names; your own data for any other. */
export const readTab = (tab: string | undefined): ProfileTab => profileTabs.find((each) => each === tab) ?? 'me'
