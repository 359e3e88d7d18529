{{- define "ansight.name" -}}
{{- printf "%s-%s" .Release.Name "ansight" | trunc 50 | trimSuffix "-" -}}
{{- end }}

{{- define "ansight.labels" -}}
app.kubernetes.io/name: ansight
app.kubernetes.io/instance: {{ .Release.Name }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version }}
{{- end }}

{{- define "ansight.selector" -}}
app.kubernetes.io/name: ansight
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end }}

{{- define "ansight.secretName" -}}
{{- if .Values.existingSecret -}}
{{ .Values.existingSecret }}
{{- else -}}
{{ include "ansight.name" . }}
{{- end -}}
{{- end }}

{{- define "ansight.image" -}}
{{ .Values.image.repository }}:{{ .Values.image.tag | default .Chart.AppVersion }}
{{- end }}

{{/* The parts of a pod that web, worker and migration share. */}}
{{- define "ansight.podDefaults" -}}
automountServiceAccountToken: false
enableServiceLinks: false
securityContext:
  runAsNonRoot: true
  runAsUser: 1000
  runAsGroup: 1000
  fsGroup: 1000
  seccompProfile: { type: RuntimeDefault }
{{- with .Values.imagePullSecrets }}
imagePullSecrets: {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .Values.nodeSelector }}
nodeSelector: {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .Values.tolerations }}
tolerations: {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .Values.affinity }}
affinity: {{- toYaml . | nindent 2 }}
{{- end }}
volumes:
  - name: tmp
    emptyDir: {}
  - name: data
    emptyDir: {}
{{- end }}

{{- define "ansight.containerDefaults" -}}
image: {{ include "ansight.image" . | quote }}
imagePullPolicy: {{ .Values.image.pullPolicy }}
securityContext:
  allowPrivilegeEscalation: false
  readOnlyRootFilesystem: true
  capabilities: { drop: [ALL] }
envFrom:
  - secretRef: { name: {{ include "ansight.secretName" . | quote }} }
volumeMounts:
  - { name: tmp, mountPath: /tmp }
  - { name: data, mountPath: /data }
{{- end }}

{{- define "ansight.settings" -}}
- { name: BASE_URL, value: {{ .Values.baseUrl | quote }} }
{{- if and .Values.ingress.enabled (not (hasKey .Values.settings "TRUST_PROXY")) }}
- { name: TRUST_PROXY, value: {{ .Values.ingress.trustedProxies | quote }} }
{{- end }}
{{- range $name, $value := .Values.settings }}
- { name: {{ $name }}, value: {{ $value | quote }} }
{{- end }}
{{- end }}
