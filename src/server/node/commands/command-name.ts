/** Programs of a release are JavaScript, those of the source are not: src/decisions, "a release is one folder". */
const isRelease = process.argv[1]?.endsWith('.js') ?? false

/** Returns how a command of this server is typed at its machine: a release has the program `bawaba`, the source has npm's scripts. */
export const commandLine = (name: string, parameters = ''): string => {
  if (isRelease) return `bawaba ${name} ${parameters}`.trim()
  const script = name === 'move' ? 'data:move' : name
  return parameters === '' ? `npm run ${script}` : `npm run ${script} -- ${parameters}`
}
