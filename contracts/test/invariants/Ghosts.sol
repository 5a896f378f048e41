// SPDX-License-Identifier: MIT
pragma solidity 0.8.30;

import {IRegistry} from "../../src/interfaces/IRegistry.sol";

/// @title What the register once said and may never take back
abstract contract Ghosts {
    struct Memory {
        address agentWallet;
        address creator;
        uint256 parentAgentId;
        /// The depth that was allowed when the agent was registered.
        uint256 depthAllowed;
        bool isFinal;
        IRegistry.Status finalStatus;
        bool walletConsent;
        bool haftungspersonConsent;
        bool parentConsent;
    }

    mapping(uint256 => Memory) internal memories;
    uint256 public agentsSeen;

    function remembered(uint256 agentId) external view returns (Memory memory) {
        return memories[agentId];
    }

    function rememberRegistration(IRegistry register, uint256 agentId) internal {
        IRegistry.Agent memory agent = register.getAgent(agentId);
        ++agentsSeen;
        Memory storage kept = memories[agentId];
        (kept.agentWallet, kept.creator, kept.parentAgentId) =
            (agent.agentWallet, agent.creator, agent.parentAgentId);
        kept.depthAllowed = register.maxGenerationDepth();
        rememberState(register, agentId);
    }

    /// @dev To be called after each call that may have changed the agent.
    function rememberState(IRegistry register, uint256 agentId) internal {
        Memory storage kept = memories[agentId];
        IRegistry.Status status = register.getAgent(agentId).status;
        if (!kept.isFinal && (status == IRegistry.Status.Revoked || status == IRegistry.Status.Terminated)) {
            (kept.isFinal, kept.finalStatus) = (true, status);
        }
        (bool wallet, bool haftungsperson, bool parent) = register.consents(agentId);
        kept.walletConsent = kept.walletConsent || wallet;
        kept.haftungspersonConsent = kept.haftungspersonConsent || haftungsperson;
        kept.parentConsent = kept.parentConsent || parent;
    }
}
