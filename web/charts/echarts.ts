/** The parts of the chart library that are used; fetched with the first chart. */
import { LineChart } from 'echarts/charts'
import { GridComponent, MarkLineComponent, TooltipComponent } from 'echarts/components'
import { init, use } from 'echarts/core'
import { CanvasRenderer } from 'echarts/renderers'

// A canvas, since our pages refuse the style attributes that the other renderer writes.
use([LineChart, GridComponent, MarkLineComponent, TooltipComponent, CanvasRenderer])

export { init }
