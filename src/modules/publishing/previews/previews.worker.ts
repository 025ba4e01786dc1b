import { serveTasks } from '../../../platform/workers/worker-tasks.ts'
import { previewTasks } from './previews.tasks.ts'

await serveTasks(previewTasks)
