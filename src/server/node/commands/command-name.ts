/** Returns how a command of this server is typed at its machine: a release has the program `bawaba`, the source has npm's scripts. */
export const commandLine = (name: string, parameters = ''): string => {
  if (process.env['BAWABA_RELEASE'] !== undefined) return `bawaba ${name} ${parameters}`.trim()
  const script = name === 'move' ? 'data:move' : name
  return parameters === '' ? `npm run ${script}` : `npm run ${script} -- ${parameters}`
}
