-- | Arguments and environment variables.
module System.Environment
  ( getArgs, getProgName, getExecutablePath, lookupEnv, getEnv, setEnv, unsetEnv, getEnvironment, withArgs, withProgName
  ) where

import GPH.System
