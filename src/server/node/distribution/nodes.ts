import { firstTable } from '#server/db/distribution.ts'
import { StartupError } from '../startup-error.ts'
import { ask, type Coordinator, literal, type NodeAddress } from './citus.ts'
import { withIdentities } from './split-identities.ts'

const named = ({ host, port }: NodeAddress) => `${host}:${port}`

/** Says under which address the nodes find the coordinator, which has to be before the first is added. */
export async function placeCoordinator(coordinator: Coordinator, url: string): Promise<void> {
  const known = await ask(coordinator, 'select 1 from pg_dist_node where groupid = 0')
  if (known.length > 0) return
  const { hostname, port } = new URL(url)
  await ask(coordinator, 'select citus_set_coordinator_host($1, $2)', [hostname, Number(port || 5432)])
}

/** Adds nodes that are not there yet. @returns how many were added */
export async function addNodes(coordinator: Coordinator, nodes: readonly NodeAddress[]): Promise<number> {
  let added = 0
  for (const node of nodes) {
    const at = [node.host, node.port]
    const known = await ask(coordinator, 'select 1 from pg_dist_node where nodename = $1 and nodeport = $2', at)
    if (known.length > 0) continue
    await ask(coordinator, 'select citus_add_node($1, $2)', at)
    coordinator.say(`${named(node)} is a node`)
    added += 1
  }
  return added
}

/** Moves parts until each node has its share, one at a time. The coordinator keeps no rows of schools once there are nodes. */
export async function spread(coordinator: Coordinator): Promise<void> {
  const [found] = await ask<{ workers: number }>(
    coordinator,
    `select count(*)::int as workers from pg_dist_node where groupid <> 0 and noderole = 'primary'`,
  )
  if ((found?.workers ?? 0) === 0) return
  await ask(
    coordinator,
    `select citus_set_node_property(nodename, nodeport, 'shouldhaveshards', false) from pg_dist_node
      where groupid = 0 and shouldhaveshards`,
  )
  await ask(coordinator, `select rebalance_table_shards(shard_transfer_mode => 'force_logical', drain_only => false)`)
  for (const { node, shards } of await shardsOfNodes(coordinator))
    coordinator.say(`${node}: ${shards} parts of schools`)
}

const shardsOfNodes = (coordinator: Coordinator) =>
  ask<{ node: string; shards: number }>(
    coordinator,
    `select nodename || ':' || nodeport as node, count(*)::int as shards from citus_shards
      where table_name = $1::regclass group by 1 order by 1`,
    [firstTable],
  )

async function schoolIdOf(coordinator: Coordinator, code: string): Promise<string> {
  const [found] = await ask<{ id: string }>(coordinator, 'select school_id as id from schools where code = $1', [code])
  if (!found) throw new StartupError('bad-setting', `There is no school with the code ${code}.`)
  return found.id
}

/** Where a school is: its part of the first table, and the node. */
async function placeOf(coordinator: Coordinator, schoolId: string) {
  const [found] = await ask<{ shard: string; host: string; port: number; isAlone: boolean }>(
    coordinator,
    `select s.shardid::text as shard, s.nodename as host, s.nodeport as port,
        p.shardminvalue = p.shardmaxvalue as "isAlone"
      from citus_shards s join pg_dist_shard p using (shardid)
      where s.shardid = get_shard_id_for_distribution_column($1, $2::uuid)`,
    [firstTable, schoolId],
  )
  if (!found) throw new StartupError('bad-setting', 'This database is not distributed yet.')
  return found
}

/** Cuts a school out into a part of its own, in all tables; its tills sell on meanwhile. */
export async function isolateSchool(coordinator: Coordinator, code: string): Promise<void> {
  const schoolId = await schoolIdOf(coordinator, code)
  if (!(await placeOf(coordinator, schoolId)).isAlone) {
    await withIdentities(coordinator, async () => {
      await ask(
        coordinator,
        `select isolate_tenant_to_new_shard(${literal(firstTable)}, ${literal(schoolId)}::uuid, 'CASCADE', 'force_logical')`,
      )
    })
  }
  coordinator.say(`${code} has a part of its own`)
}

/** Moves the part that a school is in, with whatever schools share it, while its tills sell. */
export async function moveSchool(coordinator: Coordinator, code: string, to: NodeAddress): Promise<void> {
  const { shard, host, port } = await placeOf(coordinator, await schoolIdOf(coordinator, code))
  if (named({ host, port }) !== named(to)) {
    await ask(coordinator, 'select citus_move_shard_placement($1, $2, $3, $4, $5, shard_transfer_mode => $6)', [
      shard,
      host,
      port,
      to.host,
      to.port,
      'force_logical',
    ])
  }
  coordinator.say(`${code} is on ${named(to)}`)
}
