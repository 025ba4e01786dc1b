import { serveTasks } from '../../../platform/workers/worker-tasks.ts'
import { renderingTasks } from './tasks.ts'

await serveTasks(renderingTasks)
