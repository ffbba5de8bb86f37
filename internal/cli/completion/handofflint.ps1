# PowerShell completion for handofflint
#
#   handofflint completion powershell | Out-String | Invoke-Expression
#
# handofflint itself says what may come next: one candidate a line, with its
# description after a tab. If there is no candidate, PowerShell completes files.
Register-ArgumentCompleter -Native -CommandName handofflint -ScriptBlock {
    param($current, $line, $cursor)

    # What was typed is not evaluated here; what cannot be run is asked by its name.
    $words = @($line.CommandElements | Where-Object { $_.Extent.StartOffset -lt $cursor } | ForEach-Object {
        if ($_ -is [System.Management.Automation.Language.StringConstantExpressionAst]) { $_.Value } else { $_.Extent.Text }
    })
    $program = $words[0]
    if (-not (Get-Command -Name $program -CommandType Application -ErrorAction Ignore)) { $program = 'handofflint' }
    $arguments = @($words | Select-Object -Skip 1)
    if ("$current" -eq '') {
        # Before PowerShell 7.3 an empty argument of a program is dropped.
        $arguments += if ("$PSNativeCommandArgumentPassing" -in '', 'Legacy') { '""' } else { '' }
    }
    foreach ($candidate in @(& $program @arguments --generate-bash-completion 2>$null)) {
        $word, $help = $candidate -split "`t", 2
        $text = if ($word -match '^[-\w/.=:]+$') { $word } else { "'$word'" }
        if (-not $help) { $help = $word }
        [System.Management.Automation.CompletionResult]::new($text, $word, 'ParameterValue', $help)
    }
}
