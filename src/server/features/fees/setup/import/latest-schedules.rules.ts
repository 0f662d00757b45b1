interface Version {
  readonly seriesId: string
  readonly version: number
}

/** Returns the latest version of each schedule, which may be a draft. */
export function latestOf<S extends Version>(schedules: readonly S[]): S[] {
  const latest = new Map<string, S>()
  for (const each of schedules)
    if ((latest.get(each.seriesId)?.version ?? 0) < each.version) latest.set(each.seriesId, each)
  return [...latest.values()]
}
