import { serveTasks } from '../workers/worker-tasks.ts'
import { rasterizeTasks } from './rasterize.tasks.ts'

await serveTasks(rasterizeTasks)
