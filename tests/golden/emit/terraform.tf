# Written by headroom from a plan. Every number below says where it comes from.
#
# kokoro-82m on ml.g5.xlarge, method published, verdict warn (2)
# Made from:
#   qmax qmax-kokoro-82m-response-stream-g5xlarge-8b1b96bc.json
#     sha256 fbc643d35b2bfd86bf0d496054e6d3a2b90405b3da09a39dfe2d75dd0e2a56b5
#   ttotal ttotal-kokoro-82m-force-desired-g5xlarge-8b1b96bc.json
#     sha256 02f5f43e12d2a930d3a25b85801284b5f1862b0110ff296ba6c2ff95b3213983
# Registering the target moves the live instance count into 1..9 at once.
# What the plan found:
#   OK measurement_trust: what was found
#   ---- curve_repeatability: what was found
#   OK slo_budget: what was found
#   OK invocation_ceiling: what was found
#   OK queue_depth: what was found
#   OK threshold_units: what was found
#   WARN surge_survival: what was found To do: Do this.
#   WARN scale_in_safety: what was found To do: Do this.
#   OK fleet_cost: what was found
#   OK provision_stage: what was found
#   STOP audit peak_flow: what the audit says
#   WARN audit surge_exact: what the audit says
#   WARN audit surge_growth: what the audit says
#   WARN audit survivable: what the audit says
#   WARN audit unit_cost: what the audit says
#   WARN audit slo_margin: what the audit says

data "aws_region" "current" {}

resource "aws_appautoscaling_target" "variant" {
  service_namespace  = "sagemaker"
  resource_id        = "endpoint/speech-kokoro-82m/variant/primary"
  scalable_dimension = "sagemaker:variant:DesiredInstanceCount"
  min_capacity       = 1 # the larger of the floor 1 and the fleet for the trough (10 requests/s); scale-in is safe from 3 up
  max_capacity       = 9 # the fleet for the peak (5 000 requests/s), at least the minimum
}

resource "aws_appautoscaling_policy" "scale_out" {
  name               = "speech-kokoro-82m-primary-scale-out"
  policy_type        = "TargetTrackingScaling"
  service_namespace  = aws_appautoscaling_target.variant.service_namespace
  resource_id        = aws_appautoscaling_target.variant.resource_id
  scalable_dimension = aws_appautoscaling_target.variant.scalable_dimension

  target_tracking_scaling_policy_configuration {
    target_value       = 37.5 # C_scale_max 37.50 = (1 - 0.25) x Q_max 50, x 1.000 measured units of CloudWatch
    scale_out_cooldown = 30 # half of T_total 320.2 s, kept within 10 s and 30 s
    disable_scale_in   = true # the step policy below removes instances

    predefined_metric_specification {
      predefined_metric_type = "SageMakerVariantConcurrentRequestsPerModelHighResolution"
    }
  }
}

resource "aws_appautoscaling_policy" "scale_in" {
  name               = "speech-kokoro-82m-primary-scale-in"
  policy_type        = "StepScaling"
  service_namespace  = aws_appautoscaling_target.variant.service_namespace
  resource_id        = aws_appautoscaling_target.variant.resource_id
  scalable_dimension = aws_appautoscaling_target.variant.scalable_dimension

  step_scaling_policy_configuration {
    adjustment_type         = "ChangeInCapacity"
    cooldown                = 960 # three times T_total 320.2 s, at least 300 s
    metric_aggregation_type = "Average"

    step_adjustment {
      metric_interval_upper_bound = "0" # relative to the alarm's threshold: at it and everything below
      scaling_adjustment          = -1
    }
  }
}

resource "aws_cloudwatch_metric_alarm" "scale_in" {
  alarm_name          = "speech-kokoro-82m-primary-scale-in"
  alarm_description   = "Removes one instance while the mean of concurrent requests is at most 25 for three minutes. In ALARM at the minimum capacity is normal."
  namespace           = "AWS/SageMaker"
  metric_name         = "ConcurrentRequestsPerModel"
  statistic           = "Average"
  period              = 60
  evaluation_periods  = 3
  datapoints_to_alarm = 3
  threshold           = 25 # C_scale_min 25.00 = (1 - 2 x 0.25) x Q_max 50, x 1.000
  comparison_operator = "LessThanOrEqualToThreshold"
  treat_missing_data  = "missing" # an endpoint that publishes nothing loses no instance
  alarm_actions       = [aws_appautoscaling_policy.scale_in.arn]

  dimensions = {
    EndpointName = "speech-kokoro-82m"
    VariantName  = "primary"
  }
}

resource "aws_cloudwatch_metric_alarm" "first_chunk_latency" {
  alarm_name          = "speech-kokoro-82m-primary-first-chunk-p95"
  alarm_description   = "The p95 of first audio is above what one request alone was measured to take. Microseconds; not the SLO, which also pays for waiting."
  namespace           = "AWS/SageMaker"
  metric_name         = "FirstChunkLatency"
  extended_statistic  = "p95"
  period              = 60
  evaluation_periods  = 3
  datapoints_to_alarm = 3
  threshold           = 65371.69031798838 # 65.4 ms, the p95 time to first audio byte of a request that is alone; the metric counts microseconds
  comparison_operator = "GreaterThanThreshold"
  treat_missing_data  = "notBreaching"

  dimensions = {
    EndpointName = "speech-kokoro-82m"
    VariantName  = "primary"
  }
}

resource "aws_cloudwatch_dashboard" "variant" {
  dashboard_name = "speech-kokoro-82m-primary"
  dashboard_body = jsonencode({
    "widgets": [
      {"type": "text", "x": 0, "y": 0, "width": 24, "height": 2,
       "properties": {"markdown": "**headroom**, published method: 1 to 9 instances; one more above 37.5 concurrent requests each, one less at or below 25."}},
      {"type": "metric", "x": 0, "y": 2, "width": 12, "height": 6,
       "properties": {"title": "Concurrent requests of one instance", "region": data.aws_region.current.name,
        "view": "timeSeries", "stat": "Average", "period": 60,
        "metrics": [["AWS/SageMaker", "ConcurrentRequestsPerModel", "EndpointName", "speech-kokoro-82m", "VariantName", "primary"]],
        "annotations": {"horizontal": [
         {"label": "scaling target", "value": 37.5},
         {"label": "scale in at or below", "value": 25},
         {"label": "queue is full", "value": 50}]}}},
      {"type": "metric", "x": 12, "y": 2, "width": 12, "height": 6,
       "properties": {"title": "First audio, p95 in microseconds", "region": data.aws_region.current.name,
        "view": "timeSeries", "stat": "p95", "period": 60,
        "metrics": [["AWS/SageMaker", "FirstChunkLatency", "EndpointName", "speech-kokoro-82m", "VariantName", "primary"]],
        "annotations": {"horizontal": [
         {"label": "alarm above", "value": 65371.69031798838}
        ]}}},
      {"type": "metric", "x": 0, "y": 8, "width": 12, "height": 6,
       "properties": {"title": "Invocations a minute and instance", "region": data.aws_region.current.name,
        "view": "timeSeries", "stat": "Sum", "period": 60,
        "metrics": [["AWS/SageMaker", "InvocationsPerInstance", "EndpointName", "speech-kokoro-82m", "VariantName", "primary"]],
        "annotations": {"horizontal": [
        ]}}},
      {"type": "metric", "x": 12, "y": 8, "width": 12, "height": 6,
       "properties": {"title": "Refused and failed invocations", "region": data.aws_region.current.name,
        "view": "timeSeries", "stat": "Sum", "period": 60,
        "metrics": [["AWS/SageMaker", "Invocation4XXErrors", "EndpointName", "speech-kokoro-82m", "VariantName", "primary"],
                    ["AWS/SageMaker", "Invocation5XXErrors", "EndpointName", "speech-kokoro-82m", "VariantName", "primary"]]}}
    ]
  })
}

output "container_environment" {
  description = "For the environment of the model's container"
  value = {
    MAX_QUEUE_DEPTH = "50" # Q_max: a request behind it would miss the SLO, so it is refused
  }
}
