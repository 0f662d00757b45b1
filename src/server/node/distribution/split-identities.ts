import { ask, type Coordinator, literal } from './citus.ts'

const name = 'bawaba_split_identity'

/** One statement, since a node runs one at a time; nothing of it is passed on to other nodes. */
const onNode = (...statements: string[]) => `do $do$ begin
  set local citus.enable_ddl_propagation to off;
  ${statements.map((each) => `${each};`).join('\n')}
end $do$`

const begin = onNode(
  `create or replace function ${name}() returns event_trigger language plpgsql as $f$
    declare made record; begin
      for made in select objid from pg_event_trigger_ddl_commands() where command_tag = 'CREATE TABLE' loop
        execute format('alter table %s replica identity full', made.objid::regclass);
      end loop; end $f$`,
  `drop event trigger if exists ${name}`,
  `create event trigger ${name} on ddl_command_end when tag in ('CREATE TABLE') execute function ${name}()`,
)

const end = onNode(`drop event trigger if exists ${name}`, `drop function if exists ${name}()`)

/** Parts whose identity is all columns, of one node. */
const left = `select coalesce(json_agg(oid::regclass::text), '[]') from pg_class where relkind = 'r' and relreplident = 'f'`

/**
 * Runs a split of parts while rows of them change. Citus 13.2 creates the primary keys of new parts after it has begun to record what
 * changes in the old one. What is updated in between is then sent without its key, which the new part refuses at every try, so that the
 * split does not end. So new parts are created with all columns as their identity; the primary key is used once it is there.
 */
export async function withIdentities(coordinator: Coordinator, split: () => Promise<void>): Promise<void> {
  await onNodes(coordinator, begin)
  try {
    await split()
  } finally {
    await onNodes(coordinator, end)
    await resetIdentities(coordinator)
  }
}

/** One part at a time: each is locked for a moment, and tills write in an order of their own. */
async function resetIdentities(coordinator: Coordinator): Promise<void> {
  const nodes = await ask<{ host: string; port: number; parts: string[] }>(
    coordinator,
    `select nodename as host, nodeport as port, result::json as parts
      from run_command_on_all_nodes(${literal(left)}) join pg_dist_node using (nodeid) where success`,
  )
  for (const { host, port, parts } of nodes) {
    for (const part of parts) {
      const command = onNode(`alter table ${part} replica identity default`)
      const [row] = await ask<{ success: boolean; result: string }>(
        coordinator,
        'select success, result from master_run_on_worker(array[$1], array[$2::int], array[$3], false)',
        [host, port, command],
      )
      // It costs the log of the node some bytes a change, and no more; the next isolation tries again.
      if (row?.success === false) coordinator.say(`${part} keeps all columns as its identity: ${row.result}`)
    }
  }
}

/** @throws Error with what the first node said that could not */
async function onNodes(coordinator: Coordinator, command: string): Promise<void> {
  const failed = await ask<{ result: string }>(
    coordinator,
    `select result from run_command_on_all_nodes(${literal(command)}) where not success`,
  )
  const [first] = failed
  if (first) throw new Error(first.result)
}
